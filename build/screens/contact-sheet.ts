/** One screenshot. */
export interface Picture {
  file: string
  screen: string
  locale: string
  theme: string
  width: number
}

const figure = ({ file, screen, locale, width }: Picture) =>
  `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a>` +
  `<figcaption>${screen} · ${locale} · ${width}</figcaption></figure>`

/** A page with all screenshots of a theme side by side. */
export function contactSheet(theme: string, pictures: readonly Picture[]): string {
  const shown = pictures.filter((picture) => picture.theme === theme)
  return `<!doctype html>
<meta charset="utf-8">
<title>Screens, ${theme}</title>
<style>
  body { font: 13px system-ui; background: #777; color: #fff; margin: 16px }
  main { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
  figure { margin: 0; width: 300px }
  img { width: 100%; max-height: 520px; object-fit: cover; object-position: top; display: block }
</style>
<main>
${shown.map(figure).join('\n')}
</main>
`
}
