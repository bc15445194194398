import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { constants, cssModules, root } from './renderer.mjs'

/**
 * Configuration of the page renderer in out/pages: the interface as one module that the server imports.
 * Class names equal those of the web build because both use the same root and settings.
 */
export default defineConfig({
  root: `${root}desktop/renderer`,
  plugins: [react()],
  define: { ...constants(''), 'process.env.NODE_ENV': '"production"' },
  css: cssModules,
  publicDir: false,
  // The installed server has no packages of the interface.
  ssr: { noExternal: true },
  build: {
    ssr: 'app/server.tsx',
    outDir: `${root}out/pages`,
    emptyOutDir: true,
    target: 'esnext',
    minify: true,
    license: { fileName: 'licenses.txt' },
    rolldownOptions: { output: { entryFileNames: 'server.js' } },
  },
})
