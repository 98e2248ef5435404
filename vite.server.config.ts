// The server and what it starts in processes and threads, each with its packages in a few files of `dist/server`: they
// are read in a third of the time. `--conditions=built` picks them where package.json (imports) names the sources.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const project = import.meta.dirname
type Manifest = { imports: Record<string, string | { built: string }> }
const manifest: Manifest = JSON.parse(readFileSync(`${project}/package.json`, 'utf8'))
const programs = Object.entries(manifest.imports).flatMap(([name, place]) =>
  typeof place === 'object' ? [name.replace(/^#server\/(.+)\.ts$/, '$1')] : [],
)

export default defineConfig({
  root: `${project}/server`,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: `${project}/dist/server`,
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(programs.map((name) => [name, `${project}/server/${name}.ts`])),
      // Packages that pg asks for and does without.
      external: ['pg-native', 'cloudflare:sockets'],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
})
