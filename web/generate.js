// Writes what the pages know of the server: `node generate.js` its addresses and types,
// `node generate.js routes` only its addresses, for which Python needs no dependency of Punto.
// PUNTO_PYTHON names the Python; the project's own is taken where it is not set.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const own = join(here, '..', '.venv', 'bin', 'python');
const python = process.env.PUNTO_PYTHON ?? (existsSync(own) ? own : 'python3');
const path = [join(here, '..', 'src'), process.env.PYTHONPATH].filter(Boolean).join(':');

function printed(script) {
  return execFileSync(python, [join(here, script)], {
    env: { ...process.env, PYTHONPATH: path },
    maxBuffer: 64 * 1024 * 1024,
  }).toString();
}

function write(name, text) {
  mkdirSync(join(here, 'generated'), { recursive: true });
  writeFileSync(join(here, 'generated', name), text);
}

write('routes.ts', printed('routes.py'));
if (process.argv[2] !== 'routes') {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const tree = await openapiTS(JSON.parse(printed('schema.py')), { defaultNonNullable: true });
  write('schema.d.ts', astToString(tree));
}
