import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router-dom'
import { type Services, ServicesContext } from '#desktop/renderer/platform/services.ts'
import type { Router } from './routes.tsx'

interface AppProps {
  services: Services
  router: Router
}

/** The whole interface on its services. */
export function App({ services, router }: AppProps) {
  return (
    <StrictMode>
      <ServicesContext value={services}>
        <QueryClientProvider client={services.queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ServicesContext>
    </StrictMode>
  )
}
