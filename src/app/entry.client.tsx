import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { ignoreSkippedTransitions } from '#platform/browser/skipped-transitions.ts'
import { keepCodeOfLink } from '#shop/checkout/offer-codes.ts'

ignoreSkippedTransitions()
keepCodeOfLink(location.search)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
