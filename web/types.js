// Makes the types of what the server sends, from the server's own description of it.
// PUNTO_PYTHON names a Python that has Punto; the project's own is taken where it is not set.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const here = import.meta.dirname;
const own = join(here, '..', '.venv', 'bin', 'python');
const python = process.env.PUNTO_PYTHON ?? (existsSync(own) ? own : 'python3');
const path = [join(here, '..', 'src'), process.env.PYTHONPATH].filter(Boolean).join(':');
const described = execFileSync(python, [join(here, 'schema.py')], {
  env: { ...process.env, PYTHONPATH: path },
  maxBuffer: 64 * 1024 * 1024,
});
const tree = await openapiTS(JSON.parse(described.toString()), { defaultNonNullable: true });
mkdirSync(join(here, 'generated'), { recursive: true });
writeFileSync(join(here, 'generated', 'schema.d.ts'), astToString(tree));
