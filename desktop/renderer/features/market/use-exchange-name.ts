import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { EXCHANGE_NAMES, findExchange } from '#shared/rules/exchanges.ts'

/** Names the exchange of a price as stored in its evidence; prices that are not real say so. */
export function useExchangeName(): (exchange: string) => string {
  const { t } = useLanguage()
  return (exchange) => {
    if (exchange === 'simulated' || exchange === 'replay') return t(`price.${exchange}`)
    const known = findExchange(exchange)
    return known ? EXCHANGE_NAMES[known] : exchange
  }
}
