import type { ReactNode } from 'react'
import { Toaster } from '#ui/toaster.tsx'
import { Title } from '../parts/title.tsx'
import { shopName } from '../shop-name.ts'

/** The page around a sign-in: the shop's name and one box. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 py-10 sm:content-center">
      <Title>{title}</Title>
      <div className="grid w-full max-w-96 gap-6">
        <p className="font-wide text-sm font-extrabold tracking-wide uppercase wrap-anywhere">{shopName()}</p>
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance">{title}</h1>
        {children}
      </div>
      <Toaster />
    </main>
  )
}
