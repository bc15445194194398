import * as Type from '@sinclair/typebox'

/** The languages, as an argument of a call. */
export const LocaleSchema = Type.Union([Type.Literal('ko-KR'), Type.Literal('en-US')])
