"""The surface of a cloth, some millimetres of it: yarns as tubes, knitted or woven, seen from above. tile(name, px_mm) -> maps that repeat."""
import numpy as np
from scipy import ndimage as nd
TAU = 2*np.pi

def tubes(yarns, w, h, k):
    """yarns: (points (n,3) mm, radius across, radius up, kind); w, h: the repeat in mm; k: px/mm. -> height, along, around, yarn number"""
    W, H = int(round(w*k)), int(round(h*k)); kx, ky = W/w, H/h; Z, I, V = [], [], []
    for n, (p, rx, rz, _) in enumerate(yarns):
        d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))]; m = max(8, int(d[-1]*k*1.8)); s = np.linspace(0, d[-1], m); c = np.stack([np.interp(s, d, p[:, i]) for i in range(3)], 1)
        t = np.gradient(c, axis=0); t /= np.linalg.norm(t, axis=1)[:, None]+1e-9; b = np.stack([-t[:, 1], t[:, 0], 0*t[:, 0]], 1); b /= np.linalg.norm(b, axis=1)[:, None]+1e-6; u = np.cross(t, b); u *= np.sign(u[:, 2:]+1e-9)
        rx_ = np.broadcast_to(rx, (m,)) if np.ndim(rx) == 0 else np.interp(s, np.linspace(0, d[-1], len(rx)), rx)
        f = np.linspace(-.15, np.pi+.15, max(12, int(np.pi*np.max(rx_)*k*1.6)))
        q = c[:, None]+(rx_[:, None]*np.cos(f))[..., None]*b[:, None]+(rz*rx_/np.mean(rx_))[:, None, None]*np.sin(f)[None, :, None]*u[:, None]
        x = np.floor(q[..., 0]*kx).astype(int) % W; y = np.floor(q[..., 1]*ky).astype(int) % H
        Z.append(q[..., 2].ravel()); I.append((y*W+x).ravel()); V.append(np.stack([np.broadcast_to(s[:, None], x.shape), np.broadcast_to(f, x.shape), np.full(x.shape, n)], -1).reshape(-1, 3).astype(np.float32))
    Z, I, V = np.concatenate(Z), np.concatenate(I), np.concatenate(V); o = np.argsort(Z, kind='stable'); z = np.full(W*H, np.nan, np.float32); v = np.zeros((W*H, 3), np.float32)
    z[I[o]] = Z[o]; v[I[o]] = V[o]; z = z.reshape(H, W); v = v.reshape(H, W, 3)
    for _ in range(2):      # pixels that the samples of a thread missed
        b = np.where(np.isnan(z), -9, z); c = nd.grey_closing(b, 3, mode='wrap'); miss = c-b > .10*yarns[0][2]
        best = np.full(b.shape, -9., np.float32); bv = np.zeros_like(v)
        for ax, q in ((0, 1), (0, -1), (1, 1), (1, -1)): bb = np.roll(b, q, ax); m = bb > best; best[m] = bb[m]; bv[m] = np.roll(v, q, ax)[m]
        z = np.where(miss, np.minimum(best, c), z); v[miss] = bv[miss]
    hole = np.isnan(z); low = np.nanmin(z); j = nd.distance_transform_edt(hole, return_distances=False, return_indices=True); far = nd.distance_transform_edt(hole)
    z = np.where(hole & (far > 1.6), low, z[tuple(j)]); v = v[tuple(j)]
    return z, v[..., 0], v[..., 1], v[..., 2].astype(int), hole & (far > 1.6)

def wobble(r, n, amp, s=3.): a = nd.gaussian_filter1d(r.normal(size=n), s, mode="wrap"); a -= a.mean(); return amp*a/(a.std()+1e-9)

def knit(r, nx, ny, wale, course, rad, ribs=None, uneven=.02, loop=.24, tuck=None):
    """plain knitting, face side; ribs: height (mm) of each wale"""
    out = []; n = 40
    for j in range(ny):
        t = np.linspace(0, TAU*nx, n*nx, endpoint=False); t = np.r_[t, TAU*nx]; w = wobble(r, n*nx, uneven*course, n*.8); w = np.r_[w, w[0]]
        x = wale*(t/TAU)+loop*wale*np.sin(2*t); y = j*course+course*.88*-np.cos(t)+w; z = -rad*1.0*np.cos(2*t)
        i = np.clip((t/TAU).astype(int), 0, nx-1)
        if ribs is not None: z = z+np.interp((t/TAU)-.5, np.arange(-1, nx+1), np.r_[ribs[-1], ribs, ribs[0]])
        if tuck is not None: a = np.array([tuck[j % len(tuck)][k % len(tuck[0])] for k in i]); z = z+rad*1.5*nd.gaussian_filter1d(a.astype(float), n*.22, mode='wrap'); y = y+np.sign(a-.5)*0
        out.append((np.c_[x, y, z], rad*(1+np.r_[wobble(r, 24, .05), 0]), rad*.95, 0))
    return out, nx*wale, ny*course

def weave(r, nx, ny, px, py, draft, flat=.62, slub=.0, uneven=.02, amp=.5, cover=(.5, .5), kinds=(0, 1)):
    """draft[j][i] = 1: the warp lies on top at that crossing"""
    out = []; draft = np.asarray(draft); dj, di = draft.shape; n = 14
    for i in range(nx):
        y = np.linspace(0, ny*py, n*ny+1); up = np.repeat(draft[np.arange(ny) % dj, i % di]*2.-1, n); z = nd.gaussian_filter1d(up, n*.30, mode='wrap'); z = np.r_[z, z[0]]*amp*py*cover[1]
        w = wobble(r, n*ny, uneven*px, n*2.); R = px*cover[0]*(1+np.clip(wobble(r, 60, slub, 2.5), -.35, .9)); out.append((np.c_[(i+.5)*px+np.r_[w, w[0]], y, z], R, px*cover[0]*flat, kinds[0]))
    for j in range(ny):
        x = np.linspace(0, nx*px, n*nx+1); up = np.repeat(1-draft[j % dj, np.arange(nx) % di]*2., n); z = nd.gaussian_filter1d(up, n*.30, mode='wrap'); z = np.r_[z, z[0]]*amp*px*cover[0]
        w = wobble(r, n*nx, uneven*py, n*2.); R = py*cover[1]*(1+np.clip(wobble(r, 60, slub, 2.5), -.35, .9)); out.append((np.c_[x, (j+.5)*py+np.r_[w, w[0]], z], R, py*cover[1]*flat, kinds[1]))
    return out, nx*px, ny*py

def twill(a, b): n = a+b; return [[1 if (i+j) % n < a else 0 for i in range(n)] for j in range(n)]
SATIN = [[1 if (i-j*3) % 8 else 0 for i in range(8)] for j in range(8)]
PLAIN = [[1, 0], [0, 1]]
def yarns(name, r):
    if name == 'jersey': return knit(r, 20, 24, .72, .56, .165)
    if name == 'fleece': return knit(r, 18, 20, .86, .68, .205, uneven=.04)
    if name == 'rib':
        h = np.array(([.26, .30, .26, -.30] if True else [])*5); return knit(r, 20, 22, .70, .60, .175, ribs=h)
    if name == 'knit': return knit(r, 12, 14, 1.5, 1.16, .34, uneven=.03)
    if name == 'pique': return knit(r, 20, 24, .78, .52, .165, tuck=[[1, 0], [1, 0], [0, 1], [0, 1]])
    if name == 'twill': return weave(r, 24, 24, .50, .46, twill(2, 1), cover=(.56, .50), uneven=.05, slub=.04)
    if name == 'denim': return weave(r, 24, 24, .62, .60, twill(3, 1), cover=(.57, .46), uneven=.07, slub=.09)
    if name == 'linen': return weave(r, 24, 24, .62, .66, PLAIN, cover=(.43, .43), uneven=.10, slub=.22, flat=.7)
    if name == 'canvas': return weave(r, 20, 20, .80, .80, PLAIN, cover=(.50, .48), uneven=.06, slub=.12, flat=.7)
    if name == 'poplin': return weave(r, 36, 32, .30, .36, PLAIN, cover=(.50, .48), uneven=.05, slub=.05)
    if name == 'wool': return weave(r, 20, 20, .95, .95, twill(2, 2), cover=(.58, .56), uneven=.10, slub=.10)
    if name == 'silk': return weave(r, 48, 32, .16, .24, SATIN, cover=(.56, .5), uneven=.04, flat=.4, amp=.35)
    if name == 'nylon': return weave(r, 40, 40, .26, .26, PLAIN, cover=(.52, .5), uneven=.03, flat=.5)
    raise KeyError(name)

def tile(name, k, seed=1):
    r = np.random.default_rng(seed); ys, w, h = yarns(name, r)
    if name == 'nylon':      # ripstop: two thicker threads every five millimetres
        ys = [(p, rx*(1.0+.55*((n % 40) in (0, 1))), rz*(1.+1.1*((n % 40) in (0, 1))), kd) for n, (p, rx, rz, kd) in enumerate(ys)]
    z, s, f, n, hole = tubes(ys, w, h, k); rad = float(np.mean([y[2] for y in ys])); kinds = np.array([y[3] for y in ys])[n]
    # two plies twisted, and the fibres along them
    twist = dict(jersey=.9, fleece=1.0, rib=.9, knit=1.8, pique=.9, twill=1.0, denim=1.2, linen=2.2, canvas=1.4, poplin=.6, wool=1.6, silk=40., nylon=40.)[name]
    ph = f+TAU*s/twist; ply = np.abs(np.cos(ph)) if name in ('knit', 'jersey', 'pique', 'rib', 'fleece', 'canvas', 'wool', 'twill') else np.ones_like(f)*.7
    N = r.normal(size=(256, 256)); tex = nd.gaussian_filter(N, (.8, 5), mode='wrap'); tex /= tex.std()
    a = ((ph/TAU*(26 if name != 'silk' else 60)+n*37) % 256); b = (s/rad*5+n*91) % 256; fib = nd.map_coordinates(tex, [a, b], order=1, mode='grid-wrap')
    amp = dict(silk=.02, nylon=.02, poplin=.05, linen=.09, wool=.11).get(name, .07)
    zz = z+rad*(.16*(ply-.7)*(name not in ('silk', 'nylon', 'poplin', 'linen', 'denim'))+amp*fib); zz = nd.gaussian_filter(zz, .7, mode='wrap')
    gy, gx = (np.roll(zz, -1, 0)-np.roll(zz, 1, 0))/2*k, (np.roll(zz, -1, 1)-np.roll(zz, 1, 1))/2*k
    ao = np.ones_like(zz)
    for sg, q in ((rad*.5, 1.1), (rad*1.3, 1.1), (rad*3, .7)): ao *= np.exp(-q*np.maximum(0, nd.gaussian_filter(zz, sg*k, mode='wrap')-zz)/rad)
    per = r.normal(size=len(ys))
    return dict(w=w, h=h, k=(zz.shape[1]/w, zz.shape[0]/h), z=zz, gx=np.clip(gx, -2.2, 2.2), gy=np.clip(gy, -2.2, 2.2), ao=ao, fib=fib, kind=kinds, per=per[n], hole=hole, rad=rad)
