import type { ReactNode } from 'react'
import { Toaster } from '#ui/toaster.tsx'
import { Title } from '../parts/title.tsx'
import { shopName } from '../shop-name.ts'

/** The page around a sign-in: the shop's mark and name, and one box. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 py-10 sm:pt-[18dvh]">
      <Title>{title}</Title>
      <div className="grid w-full max-w-96 gap-6">
        <div className="flex items-center gap-3">
          <img src="/favicon.svg" alt="" className="size-9 shrink-0" />
          <p className="font-wide text-sm font-extrabold tracking-wide uppercase wrap-anywhere">{shopName()}</p>
        </div>
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance">{title}</h1>
        {children}
      </div>
      <Toaster />
    </main>
  )
}
