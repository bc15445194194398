import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** First-party analytics events. They carry no identity, content or vote direction. */
export const EVENT_NAMES = [
  'page_view',
  'reload',
  'login',
  'logout',
  'vote_submit',
  'vote_edit',
  'post_submit',
  'reaction',
  'lang_change',
  'modal_open',
  'copy_address',
  'error',
] as const

// PURE, so that bundles that import only the names drop the schema.
export const EventName = Type.Union(/* @__PURE__ */ EVENT_NAMES.map((name) => Type.Literal(name)))

/** A route pattern such as /vote/view/:id or /admin/reports/:id?, never an address with an id. */
export const RoutePattern = Type.String({ maxLength: 64, pattern: '^/[a-z:/?-]*$' })
export const EventLocale = Type.Union([Type.Literal('ko-KR'), Type.Literal('en-US')])
export const EventPlatform = Type.Union([Type.Literal('web'), Type.Literal('desktop')])

export const EventsBody = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          name: EventName,
          route: Type.Optional(RoutePattern),
          locale: Type.Optional(EventLocale),
          platform: Type.Optional(EventPlatform),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { additionalProperties: false },
)
export type EventName = (typeof EVENT_NAMES)[number]
export type EventsBody = Static<typeof EventsBody>
