/** The case to open after `id` in its list: the next one, else the one before it. */
export function nextCase(cases: readonly { id: number }[], id: number): number | null {
  const index = cases.findIndex((one) => one.id === id)
  return (cases[index + 1] ?? cases.filter((one) => one.id !== id).at(-1))?.id ?? null
}
