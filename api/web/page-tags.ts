import { CARD_SIZE } from '#api/web/cards/theme.ts'
import { escapeMarkup } from '#shared/html/escape.ts'
import { coreTexts } from '#shared/i18n/core.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { feedTexts } from '#shared/i18n/screens/feeds.ts'
import { translator } from '#shared/i18n/text.ts'
import { cardPaths, FEED_PATHS, isAboutPerson, userFeedPath } from '#shared/rules/paths.ts'
import { LANGUAGES, type LanguageName } from './page-locale.ts'
import type { PageName } from './public-pages.ts'

/** Adds the language to an address. */
export const withLanguage = (url: string, lang: string) =>
  `${url}${url.includes('?') ? '&' : '?'}lang=${lang}`

/** The language of the addresses of a locale's feeds and cards. */
const languageOf = (locale: Locale): LanguageName => (locale === LANGUAGES.ko ? 'ko' : 'en')

interface TaggedPage {
  name: PageName
  locale: Locale
  publicUrl: string
  /** Canonical path and query, without and with the language that the URL names. */
  path: string
  lang: LanguageName | null
  /** Both escaped. */
  title: string
  description: string
  type: 'website' | 'article' | 'profile'
}

/** The last part of a path, without its query. */
const lastPart = (path: string) => /([^/?]*)(?:\?.*)?$/.exec(path)?.[1] ?? ''

/** The card of a page, with its text alternative. */
function cardOf({ name, path, locale }: TaggedPage): { path: string; alt: string } {
  const texts = cardTexts[locale]
  const part = lastPart(path)
  if (name === 'round') return { path: cardPaths.round.path(part), alt: texts['alt.round'] }
  if (name === 'user') return { path: cardPaths.user.path(part), alt: texts['alt.user'] }
  if (name === 'call') return { path: cardPaths.call.path(part), alt: texts['alt.vote'] }
  return { path: cardPaths.site.path, alt: texts['alt.site'] }
}

/** Feeds of a page's content: path, media type and title. */
function feedsOf({
  name,
  path,
  locale,
}: TaggedPage): [path: string, type: string, title: string][] {
  const t = translator(feedTexts, locale)
  const atom = 'application/atom+xml'
  if (name === 'user') {
    const code = lastPart(path)
    return [[userFeedPath(code), atom, t('title.user', { code })]]
  }
  if (name === 'rounds' || name === 'round') {
    return [
      [FEED_PATHS.rounds, atom, t('title.rounds')],
      [FEED_PATHS.calendar, 'text/calendar', t('title.calendar')],
    ]
  }
  if (name === 'home' || path.startsWith('/boards/notices')) {
    return [[FEED_PATHS.notices, atom, t('title.notices')]]
  }
  if (!path.startsWith('/boards/suggestions')) return []
  return [[FEED_PATHS.suggestions, atom, t('title.suggestions')]]
}

/** The canonical address of a page. */
export const addressOf = ({
  publicUrl,
  path,
  lang,
}: Omit<TaggedPage, 'title' | 'description' | 'type'>) =>
  lang === null ? publicUrl + path : withLanguage(publicUrl + path, lang)

/** Tags of title, description, addresses in each language, feeds and previews. */
export function pageTags(page: TaggedPage): string[] {
  const { locale, publicUrl, path, title, description, type } = page
  const plain = publicUrl + path
  const url = escapeMarkup(addressOf(page))
  const card = cardOf(page)
  const image = escapeMarkup(publicUrl + withLanguage(card.path, languageOf(locale)))
  const alt = escapeMarkup(card.alt)
  const property = (name: string, content: string | number) =>
    `<meta property="${name}" content="${content}" />`
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    ...(isAboutPerson(path) ? ['<meta name="robots" content="noindex" />'] : []),
    `<link rel="canonical" href="${url}" />`,
    ...Object.keys(LANGUAGES).map(
      (one) =>
        `<link rel="alternate" hreflang="${one}" href="${escapeMarkup(withLanguage(plain, one))}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeMarkup(plain)}" />`,
    ...feedsOf(page).map(
      ([feed, media, name]) =>
        `<link rel="alternate" type="${media}" title="${escapeMarkup(name)}" href="${withLanguage(feed, languageOf(locale))}" />`,
    ),
    property('og:type', type),
    property('og:site_name', escapeMarkup(coreTexts[locale]['app.name'])),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', locale.replace('-', '_')),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', CARD_SIZE.width),
    property('og:image:height', CARD_SIZE.height),
    property('og:image:alt', alt),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<meta name="twitter:image:alt" content="${alt}" />`,
  ]
}
