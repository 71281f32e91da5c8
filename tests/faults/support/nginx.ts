import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../support/processes.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { call } from './http.ts'

/** nginx's defaults (it buffers a body before it passes the request on), but with more connections. */
const configOf = (
  folder: string,
  port: number,
  to: number,
) => `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
worker_processes 1; worker_rlimit_nofile 20000;
events { worker_connections 8000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${to};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`

/** Starts nginx in front of the shop on port `to`. Returns nginx's port; null where it is not installed. */
export async function startNginx(context: FaultContext, to: number): Promise<number | null> {
  const program = process.env.NGINX ?? 'nginx'
  if (spawnSync(program, ['-v']).status !== 0) return null
  const folder = await context.folder('nginx')
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configOf(folder, port, to))
  context.own(spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }))
  const isReady = async () => (await call(`http://127.0.0.1:${port}`, '/healthz')).status === 200
  await until('nginx responds', 5000, isReady)
  return port
}
