interface Replacement {
  start: number
  end: number
  text: string
}

/** Replaces a part of a text area as typing does: it can be undone, and `input` is dispatched. */
export function typeInto(area: HTMLTextAreaElement, { start, end, text }: Replacement): void {
  area.focus()
  area.setSelectionRange(start, end)
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
