import { build } from 'vite'

/** Builds a module and its imports into one classic script; returns its code. `entry` is absolute. */
export async function buildClassicScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'script' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}
