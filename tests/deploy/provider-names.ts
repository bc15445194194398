export const GOOGLE_KEYS_HOST = 'www.googleapis.com'

/** Every host that the stand-ins answer for. */
export const PROVIDER_HOSTS = [
  GOOGLE_KEYS_HOST,
  'data-api.binance.vision',
  'data-stream.binance.vision',
]
