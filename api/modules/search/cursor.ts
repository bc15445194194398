import { Value } from '@sinclair/typebox/value'
import { ApiError } from '#api/infrastructure/errors.ts'
import { DocumentKind } from '#shared/contract/search.ts'

/** Place of a text in the order of a search. */
export interface Cursor {
  created: Date
  kind: DocumentKind
  id: number
}

/** An opaque text for the place after an item. */
export const writeCursor = ({ created, kind, id }: Cursor): string =>
  Buffer.from(`${created.getTime()}.${kind}.${id}`).toString('base64url')

/** @throws ApiError INVALID for a text that `writeCursor` did not write */
export function readCursor(text: string): Cursor {
  const [, time, kind, id] =
    /^(\d{1,14})\.([a-z]+)\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (time === undefined || id === undefined || !Value.Check(DocumentKind, kind)) {
    throw new ApiError('INVALID', { field: 'before' })
  }
  return { created: new Date(Number(time)), kind, id: Number(id) }
}
