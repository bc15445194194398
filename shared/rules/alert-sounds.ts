/** Sounds of alerts; each is the file `/sounds/NAME.wav` of the interface. The names are stored. */
export const ALERT_SOUNDS = ['bell', 'drop', 'knock', 'rise'] as const
export type AlertSound = (typeof ALERT_SOUNDS)[number]
