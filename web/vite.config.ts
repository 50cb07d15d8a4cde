import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/punto/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Nothing is inlined: the pages forbid what stands in them without a name.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
