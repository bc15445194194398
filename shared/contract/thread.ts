import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { LargeId } from './common.ts'

/** A thread belongs to the note of a vote or to a post. */
export const ThreadTarget = Type.Union([Type.Literal('vote'), Type.Literal('post')])
export type ThreadTarget = Static<typeof ThreadTarget>

/** A thread by what it belongs to. */
export const ThreadKey = Type.Object({ target: ThreadTarget, id: LargeId })
export type ThreadKey = Static<typeof ThreadKey>

/** Whether a person is notified of a thread; `mute` also silences mentions in it. */
export const ThreadFollow = Type.Union([
  Type.Literal('follow'),
  Type.Literal('none'),
  Type.Literal('mute'),
])
export type ThreadFollow = Static<typeof ThreadFollow>
