import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../support/processes.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { call } from './http.ts'
import { ROOT } from './processes.ts'

/**
 * What nginx needs beside `location`, with its defaults (it buffers a body before it passes the request on), in one
 * process: when it is killed, no worker is left.
 */
const configOf = (
  folder: string,
  port: number,
  { upstream = '', location }: Location,
) => `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
worker_rlimit_nofile 20000;
events { worker_connections 8000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    location / {
      ${location}
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`

interface Location {
  upstream?: string
  location: string
}

/** Starts nginx in front of the shop on port `to`. Returns nginx's port; null where it is not installed. */
export const startNginx = (context: FaultContext, to: number): Promise<number | null> =>
  start(context, { location: `proxy_pass http://127.0.0.1:${to};` })

/** The same in front of three instances, as docs/several-machines.md has it. */
export async function startBalancer(context: FaultContext, ports: readonly number[]): Promise<number | null> {
  const page = await readFile(join(ROOT, 'docs/several-machines.md'), 'utf8')
  const [upstream = '', location = ''] = Array.from(page.matchAll(/```nginx\n(.*?)```/gs), ([, text = '']) => text)
  const withPorts = (text: string, port: number, at: number) =>
    text.replace(`10.0.0.${at + 1}:3000`, `127.0.0.1:${port}`)
  return start(context, { upstream: ports.reduce(withPorts, upstream), location })
}

async function start(context: FaultContext, location: Location): Promise<number | null> {
  const program = process.env.NGINX ?? 'nginx'
  if (spawnSync(program, ['-v']).status !== 0) return null
  const folder = await context.folder('nginx')
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configOf(folder, port, location))
  context.own(spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }))
  const isReady = async () => (await call(`http://127.0.0.1:${port}`, '/healthz')).status === 200
  await until('nginx responds', 5000, isReady)
  return port
}
