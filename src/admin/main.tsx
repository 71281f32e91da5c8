import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { applyTheme, followSystemTheme, readThemeChoice } from '#platform/browser/theme.ts'
import { forgetOldDrafts } from './parts/stored-drafts.ts'
import { router } from './routes.tsx'

applyTheme(readThemeChoice())
followSystemTheme()
forgetOldDrafts(Date.now())

// index.html has the element.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
