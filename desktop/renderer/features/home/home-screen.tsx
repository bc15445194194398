import { HomePage } from './ui/home-page.tsx'

/** The home screen. */
export function Component() {
  return <HomePage />
}
