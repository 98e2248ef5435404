import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const project = fileURLToPath(new URL('.', import.meta.url))
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: `${project}web`,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: `${project}dist/web`,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: true,
    modulePreload: { polyfill: false },
    // A font inside the style sheet would be loaded by every visitor, whatever letters his page needs.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
  },
  server: {
    host: '127.0.0.1',
    // The web reads the contract and the domain, which lie beside it, not under it.
    fs: { allow: [project] },
    // With the slash: /api.ts is a module of the web.
    proxy: { '/api/': { target: api } },
  },
})
