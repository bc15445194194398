import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether a component is in markup of the server, or in the render that takes it over in a browser. */
export const useIsMarkup = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
