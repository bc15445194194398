/** Runs a command to its end and returns its output. Throws with both outputs when it fails. */
export async function run(
  command: readonly string[],
  { cwd, allowFailure = false }: { cwd?: string; allowFailure?: boolean } = {},
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([...command], {
    ...(cwd !== undefined && { cwd }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const output = `${out}${errors}`.trim()
  if (code !== 0 && !allowFailure) {
    throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`)
  }
  return { code, output }
}
