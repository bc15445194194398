// Runs before the first paint of a page that the server rendered: the stored theme and colors, and
// whether the introduction of guests is hidden. A classic script, because modules run after the paint.
try {
  const { dataset } = document.documentElement
  dataset.theme = localStorage.getItem('userTheme') ?? 'system'
  dataset.colors = localStorage.getItem('userColours') ?? 'classic'
  if (localStorage.getItem('accessToken') ?? localStorage.getItem('stepsDismissed')) {
    dataset.steps = 'hidden'
  }
} catch {
  // Storage is refused, so nothing is stored.
}
