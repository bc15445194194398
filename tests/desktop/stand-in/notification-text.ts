/** Tags of a body that the desktops of Linux understand. */
const TAGS = /<\/?[biu]>|<a href="[^"<>]*">|<\/a>/g
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** The text of escaped markup; throws where a parser of XML does. */
function textOf(markup: string): string {
  if (markup.includes('<')) throw new Error(`invalid markup in a notification: ${markup}`)
  return markup.replace(/&(\w*;?)/g, (entity, name: string) => {
    const text = name.endsWith(';') ? ENTITIES[name.slice(0, -1)] : undefined
    if (text === undefined) throw new Error(`invalid markup in a notification: ${entity}`)
    return text
  })
}

/**
 * The text that a desktop of Linux shows of a body: `libnotify_notification.cc` hands it over as it is, and the
 * specification of notifications makes it markup.
 */
export const renderMarkup = (body: string): string => textOf(body.replace(TAGS, ''))

/** Reads a custom toast as Windows does: its texts and sound, and the arguments of a click on it. */
export function readToast(xml: string) {
  const inner = /^<toast launch="([^"]*)">(.*)<\/toast>$/s.exec(xml)
  if (!inner) throw new Error(`no toast that starts the app: ${xml}`)
  const [, launch = '', content = ''] = inner
  const [title = '', body = ''] = [...content.matchAll(/<text>(.*?)<\/text>/gs)].map(([, text]) =>
    textOf(text ?? ''),
  )
  const silent = content.includes('<audio silent="true"/>')
  return { launch: textOf(launch), title, body, silent }
}
