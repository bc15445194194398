import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '#shared/contract/error-codes.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import { privacy } from '#shared/i18n/legal/privacy.ts'
import { terms } from '#shared/i18n/legal/terms.ts'
import { LOCALES, type Locale } from '#shared/i18n/locale.ts'
import type { Texts } from '#shared/i18n/text.ts'

const folder = join(import.meta.dir, '../../shared/i18n')

/** A catalog with the file that it stands in, relative to the folder of the texts. */
export interface Catalog {
  file: string
  texts: Texts<Record<string, string>>
}

/** A text of the interface. `key` is a sentence's place in a legal text. */
export interface FoundText {
  file: string
  key: string
  locale: Locale
  text: string
}

function isTexts(value: unknown): value is Catalog['texts'] {
  return typeof value === 'object' && value !== null && 'en-US' in value && 'ko-KR' in value
}

/** Every catalog of the interface: screens, windows of the desktop app, notifications. */
export async function allCatalogs(): Promise<Catalog[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /(?<!\.test)\.ts$/.test(name))
  const found = await Promise.all(
    files.map(async (file) => {
      const values = Object.values<unknown>(await import(join(folder, file)))
      return values.filter(isTexts).map((texts) => ({ file, texts }))
    }),
  )
  return found.flat()
}

/** Every string inside a value, with the path that leads to it. */
function stringsIn(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, `${key}.${name}`))
}

/** Every text that a person can see in the interface, the legal texts and messages of errors included. */
export async function allTexts(): Promise<FoundText[]> {
  const legal = { 'legal/terms': terms.texts, 'legal/privacy': privacy.texts }
  const catalogs = await allCatalogs()
  return LOCALES.flatMap((locale) => [
    ...catalogs.flatMap(({ file, texts }) =>
      Object.entries(texts[locale]).map(([key, text]) => ({ file, key, locale, text })),
    ),
    ...Object.entries(legal).flatMap(([file, texts]) =>
      stringsIn(texts[locale], '').map(([key, text]) => ({ file, key, locale, text })),
    ),
    ...Object.keys(ERRORS).map((key) => {
      return { file: 'error-text', key, locale, text: errorText(locale, key) ?? '' }
    }),
  ])
}
