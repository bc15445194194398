import { Value } from '@sinclair/typebox/value'
import { PostDetail } from '#shared/contract/posts.ts'
import type { RenderedPage } from '#shared/contract/server-page.ts'
import { TrackRecord } from '#shared/contract/users.ts'
import { escapeMarkup } from '#shared/html/escape.ts'
import { coreTexts } from '#shared/i18n/core.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { pageDescriptionTexts } from '#shared/i18n/screens/page-descriptions.ts'
import { textLines } from '#shared/rules/text-lines.ts'
import { truncate } from '#shared/rules/title.ts'
import type { LanguageName } from './page-locale.ts'
import { addressOf, pageTags } from './page-tags.ts'
import type { PageName } from './public-pages.ts'

const DESCRIPTION_MAX = 160

interface PageDocument {
  /** The web build's page with the preloads of its route. */
  template: string
  name: PageName
  locale: Locale
  publicUrl: string
  /** Canonical path and query, without and with the language that the URL names. */
  path: string
  lang: LanguageName | null
  rendered: RenderedPage
}

/** JSON in a script element, which any `</script` would end. */
const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const plainText = (html: string) => [...textLines(html)].join(' ').replace(/\s+/g, ' ').trim()

const shorten = (text: string) =>
  truncate(text, DESCRIPTION_MAX) === text ? text : `${truncate(text, DESCRIPTION_MAX - 1)}…`

const isPost = (data: unknown): data is PostDetail => Value.Check(PostDetail, data)
const isRecord = (data: unknown): data is TrackRecord => Value.Check(TrackRecord, data)

/** The post of a post's page. */
function postOf({ name, rendered }: PageDocument): PostDetail | null {
  if (name !== 'post') return null
  return rendered.seed.queries.map(({ data }) => data).find(isPost) ?? null
}

/** Structured data (schema.org); null where none fits. */
function structuredData(page: PageDocument, url: string, post: PostDetail | null): object | null {
  const { name, publicUrl, rendered, locale } = page
  const context = { '@context': 'https://schema.org', url, inLanguage: locale }
  if (name === 'home')
    return { ...context, '@type': 'WebSite', name: coreTexts[locale]['app.name'] }
  if (post) {
    return {
      ...context,
      '@type': 'DiscussionForumPosting',
      headline: post.title,
      text: shorten(plainText(post.content)),
      author: {
        '@type': 'Person',
        name: post.nickname,
        ...(post.uniqueCode && { url: `${publicUrl}/u/${post.uniqueCode}` }),
      },
      datePublished: post.created,
      ...(post.updated && { dateModified: post.updated }),
    }
  }
  const record =
    name === 'user' ? rendered.seed.queries.map(({ data }) => data).find(isRecord) : null
  if (!record) return null
  const person = { '@type': 'Person', name: record.nickname, identifier: record.uniqueCode }
  return { ...context, '@type': 'ProfilePage', mainEntity: person }
}

/** Tags of the head, with structured data. */
function headOf(page: PageDocument): string {
  const { name, locale, rendered } = page
  const post = postOf(page)
  const content = post && plainText(post.content)
  const data = structuredData(page, addressOf(page), post)
  const tags = pageTags({
    ...page,
    // The renderer has escaped the title.
    title: rendered.title,
    description: escapeMarkup(shorten(content || pageDescriptionTexts[locale][name])),
    type: post ? 'article' : name === 'user' ? 'profile' : 'website',
  })
  if (data) tags.push(`<script type="application/ld+json">${jsonText(data)}</script>`)
  return tags.join('')
}

/** Replaces title and description of the template by `head`. */
const withTags = (template: string, locale: Locale, head: string) =>
  template
    .replace('<html lang="en">', `<html lang="${locale}">`)
    .replace(/<meta name="description"[^>]*>\s*/, '')
    // A function, because texts may contain the patterns of a replacement text.
    .replace(/<title>[^<]*<\/title>/, () => head)

interface Preview extends Omit<PageDocument, 'rendered'> {
  title: string
  description: string
}

/** The plain page of members with the tags that chats and search engines read. */
export function previewDocument({ template, title, description, ...page }: Preview): string {
  const texts = { title: escapeMarkup(title), description: escapeMarkup(description) }
  const tags = pageTags({ ...page, ...texts, type: 'article' })
  return withTags(template, page.locale, tags.join(''))
}

/** Element of the template for browsers without JavaScript; a rendered page does not need it. */
const NOSCRIPT = /\s*<noscript>.*?<\/noscript>/s

/** The whole page: the template with the head, the markup and its state. */
export function pageDocument(page: PageDocument): string {
  const { template, locale, rendered } = page
  const seed = `<script type="application/json" id="seed">${jsonText(rendered.seed)}</script>`
  return withTags(template, locale, headOf(page))
    .replace(NOSCRIPT, '')
    .replace('<div id="root"></div>', () => `<div id="root">${rendered.html}</div>${seed}`)
}
