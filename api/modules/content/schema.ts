import type { Schema } from 'hast-util-sanitize'
import { DEFAULTS, ELEMENTS, FORCED } from '#shared/html/policy.ts'

type PropertyDefinition = NonNullable<NonNullable<Schema['attributes']>[string]>[number]

/** hast's names of attributes that differ in more than case. */
const PROPERTIES: Readonly<Record<string, string>> = {
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  referrerpolicy: 'referrerPolicy',
  allowfullscreen: 'allowFullScreen',
}

const propertyOf = (attribute: string) =>
  PROPERTIES[attribute] ?? attribute.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

/** Disallowed elements whose content is not text for readers, as in DOMPurify; others leave their content. */
const WITHOUT_CONTENT =
  'annotation-xml audio colgroup desc foreignobject head iframe math mi mn mo ms mtext noembed noframes noscript plaintext script style svg template thead title video xmp'

/** The policy as a schema of hast-util-sanitize. */
export const SCHEMA: Schema = {
  tagNames: Object.keys(ELEMENTS),
  attributes: Object.fromEntries(
    Object.entries(ELEMENTS).map(([tag, rules]) => {
      const own = Object.entries(rules).map(
        ([name, { pattern }]): PropertyDefinition => [propertyOf(name), pattern],
      )
      const set = Object.keys({ ...DEFAULTS[tag], ...FORCED[tag] }).filter((name) => !rules[name])
      return [tag, [...own, ...set.map(propertyOf)]]
    }),
  ),
  strip: WITHOUT_CONTENT.split(' '),
  ancestors: {},
  clobber: [],
  protocols: {},
  required: {},
  allowComments: false,
  allowDoctypes: false,
}
