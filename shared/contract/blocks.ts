import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Author, Instant } from './common.ts'

/** Whose texts the user sees folded. */
export const BlockedPerson = Type.Object({ ...Author, since: Instant })
export type BlockedPerson = Static<typeof BlockedPerson>

export const BlockBody = Type.Object({}, { additionalProperties: false })

/** Latest first. */
export const BlockedPeople = Type.Array(BlockedPerson)
export type BlockedPeople = Static<typeof BlockedPeople>
