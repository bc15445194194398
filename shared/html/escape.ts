const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

const entity = (character: string) => ENTITIES[character] ?? character

/** Escapes a text for elements and attributes in double quotes, of HTML and of XML. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"]/g, entity)

/** Escapes a text of an element as browsers serialize it, so that parsing it again changes no byte. */
export const escapeSerialized = (text: string) => text.replace(/[&<>\u00a0]/g, entity)
