import { Check } from '@sinclair/typebox/value'
import { LivePrice } from '#shared/contract/price.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import { type Target, VoteSummary } from '#shared/contract/summary.ts'
import { isPrice } from '#shared/rules/decimal.ts'

/** Whether a value is a price of the contract that can also be reckoned with. */
export function isLivePrice(value: unknown): value is LivePrice {
  return Check(LivePrice, value) && isPrice(value.value)
}

const hasReference = ({ refPrice }: Target) => refPrice === null || isPrice(refPrice)

/** Whether a value is a summary of the contract that can also be reckoned with. */
export function isSummary(value: unknown): value is VoteSummary {
  return (
    Check(VoteSummary, value) &&
    (value.price === null || isLivePrice(value.price)) &&
    hasReference(value.target1) &&
    hasReference(value.target2)
  )
}

/** Whether a message holds what its type promises: a broken one must not bring the app down. */
export function isWhole(message: StreamMessage): boolean {
  if (message.type === 'hello' || message.type === 'summary') return isSummary(message.summary)
  return message.type !== 'price' || isLivePrice(message.price)
}
