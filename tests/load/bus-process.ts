import { openEnd } from './bus-peer.ts'

// The other instance of the benchmark: answers every number with its negative.

const { BUS_KIND, BUS_AT = '' } = process.env
const end = await openEnd(BUS_KIND === 'bus' ? 'bus' : 'bare', BUS_AT)
end.onNumber((number) => {
  if (number > 0) end.publish(-number)
})
process.send?.(BUS_AT)
