/** Saves text as a file of the user. */
export function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken its content by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves an object as a file of indented JSON. */
export function downloadJson(content: object, name: string): void {
  downloadText(`${JSON.stringify(content, null, 2)}\n`, name)
}
