import { openEnd } from './bus-end.ts'

// The other end of the bus, apart from whoever measures: says every number it hears again.

const { BUS_KIND, BUS_AT = '' } = process.env
const end = await openEnd(BUS_KIND === 'bus' ? 'bus' : 'bare', BUS_AT)
end.onHear(end.say)
process.send?.(BUS_AT)
