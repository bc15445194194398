/** Bundles a module of this folder into one script for an empty page. */
export async function bundlePage(file: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [new URL(`./${file}`, import.meta.url).pathname],
    target: 'browser',
    format: 'iife',
  })
  const [script] = built.outputs
  if (!script) throw new Error(`${file} was not built`)
  return script.text()
}
