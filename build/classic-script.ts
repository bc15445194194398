import { build } from 'vite'

/**
 * Builds a module and its imports into one classic script; returns its code. `entry` is absolute, `define`
 * has the code of global constants.
 */
export async function buildClassicScript(
  entry: string,
  define: Record<string, string> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
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
