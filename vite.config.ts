import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const project = fileURLToPath(new URL('.', import.meta.url))
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Lays the compressed forms beside the built files: the server sends them from memory (server/http/web-files.ts). */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async closeBundle() {
    const names = readdirSync(`${project}dist/web`, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((one) => /\.(js|css|html|svg)$/.test(one))) {
      const file = `${project}dist/web/${name}`
      const bytes = readFileSync(file)
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes))
    }
  },
}

export default defineConfig({
  root: `${project}web`,
  plugins: [react(), tailwindcss(), compressed],
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
