/**
 * Copies the text of a field to the clipboard. Where the page may not write to it, the field is
 * selected and copied as a person would; if that fails too, it stays selected for them. Answers
 * whether the text is on the clipboard.
 */
export async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}
