/**
 * Sets the stored theme and colors before the first paint, hides the introduction of guests and opens the
 * chart of phones where the screen will.
 */
export function applyAppearance(): void {
  try {
    const { dataset } = document.documentElement
    dataset.theme = localStorage.getItem('userTheme') ?? 'system'
    dataset.colors = localStorage.getItem('userColours') ?? 'classic'
    if (localStorage.getItem('chartFolded') === 'open') dataset.chart = 'open'
    if (localStorage.getItem('stepsDismissed') || isMember()) dataset.steps = 'hidden'
  } catch {
    // Storage is refused, so nothing is stored.
  }
}

/** Whether the markup, a guest's, is not the reader's. Throws where storage is refused. */
export function isMember(): boolean {
  return localStorage.getItem('accessToken') !== null
}
