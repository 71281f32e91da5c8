"""Parts that several garments share, and the garments without sleeves: bottoms, skirts, socks, tote, cap."""
import math, numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageChops
from paint import *
def neck_curves(g, part):
    n = g['nf'] if part == 'front' else g['nb']; H = [g['neck'], 0.]
    if g.get('neck_shape') == 'v' and part == 'front': half = np.vstack([[[0, -n]], bez([0, -n], [g['neck']*.45, -n*.5-.4], [g['neck']*.9, -.8], 12), [H]])
    else: half = bez([0, -n], [g['neck']*.93, -n], H)
    return np.vstack([(half*[-1, 1])[::-1], half[1:]])

def pocket(P, part, pk, thread):
    x, y, w, h = pk['box']; ch = pk.get('point', 0.); pts = np.array([[x-w/2, y], [x+w/2, y], [x+w/2, y-h], [x, y-h-ch], [x-w/2, y-h]])
    P.poly(part, pts, pk.get('fill'), .8); P.line(part, np.vstack([pts, pts[:1]]), .15, None, -.9, .64)
    i = np.array([[x-w/2+.35, y], [x-w/2+.35, y-h+.2], [x, y-h-ch+.35], [x+w/2-.35, y-h+.2], [x+w/2-.35, y]]); P.stitch(part, i, thread); P.stitch(part, [[x-w/2, y-2.], [x+w/2, y-2.]], thread)
    if pk.get('flap'):
        f = np.array([[x-w/2-.3, y+1.4], [x+w/2+.3, y+1.4], [x+w/2+.3, y-3.6], [x, y-4.8-ch*.5], [x-w/2-.3, y-3.6]]); P.poly(part, f, pk.get('fill'), 1.5); P.line(part, np.vstack([f, f[:1]]), .14, None, -.7, .66)
        P.stitch(part, np.array([[x-w/2, y+1.2], [x-w/2, y-3.4], [x, y-4.4-ch*.5], [x+w/2, y-3.4], [x+w/2, y+1.2]]), thread); P.button(part, [x, y-2.9-ch*.3], .5, pk.get('button', '#4a4640'))
def dress_bottom(P, g, s, thread, rib):
    w, hip, L, rise = g['waist'], g['hip'], g['length'], g['rise']; jeans = s.get('jeans')
    for part in ('front', 'back'):
        if g.get('rib_waist'):
            P.poly(part, [[-w-4, 3], [w+4, 3], [w+4, -g['rib_waist']], [-w-4, -g['rib_waist']]], None, .5)
            r = np.random.default_rng(2)
            for x in np.arange(-w-3, w+3, .9): x += r.normal(0, .12); P.line(part, [[x, 3], [x+r.normal(0, .2), -g['rib_waist']]], .3, None, -.1, .90)
            for y in (-1.2, -g['rib_waist']+1.2): P.stitch(part, [[-w-3, y], [w+3, y]], thread)
            P.seam(part, [[-w-4, -g['rib_waist']], [w+4, -g['rib_waist']]], -.9, .74)
        else:
            P.poly(part, [[-w-4, 3], [w+4, 3], [w+4, -4], [-w-4, -4]], None, .8); P.seam(part, [[-w-4, -4], [w+4, -4]], -.7, .74)
            for y in (-.5, -3.6): P.stitch(part, [[-w-3, y], [w+3, y]], thread)
            for x in (-16, -8.5, 8.5, 16) if part == 'front' else (-15, 0, 15): P.poly(part, [[x-.7, .6], [x+.7, .6], [x+.7, -5], [x-.7, -5]], None, 1.6); P.line(part, [[x-.7, .6], [x-.7, -5]], .1, None, None, .75); P.line(part, [[x+.7, .6], [x+.7, -5]], .1, None, None, .72)
        P.seam(part, [[0, -4], [.2, -14], [0, -rise+1.]], -.9, .78, .18)
        sx = P.at.to_local(part, [[1, 0]])[0, 0]
        if g.get('rib_cuff'):
            y = -L+g['rib_cuff']; P.poly(part, [[-60, -L-1.4], [60, -L-1.4], [60, y], [-60, y]] if False else [[-hip-6, -L-1.4], [hip+6, -L-1.4], [hip+6, y], [-hip-6, y]], rib, .5)
            for x in np.arange(-hip-5, hip+5, .36): P.line(part, [[x, -L-1.4], [x, y]], .14, None, 0, .90)
            P.seam(part, [[-hip-6, y], [hip+6, y]], -.8, .72)
        else:
            for sd in (-1, 1): P.stitch(part, [[sd*(g['in_b'][0]-2), -L+2.4], [sd*(g['out_b'][0]+2), -L+2.4]], thread); P.line(part, [[sd*(g['in_b'][0]-2), -L+2.3], [sd*(g['out_b'][0]+2), -L+2.3]], .2, None, -.3, .9)
    tp = -5 if not g.get('rib_waist') else -g['rib_waist']-.3
    for sd in (-1, 1):
        if jeans:
            q = bez([sd*9.5, tp], [sd*11, tp-10.5], [sd*(hip+1), tp-10], 24); P.line('front', q, .2, None, -1., .62)
            for o in (.5, 1.1): P.stitch('front', q-[sd*o*.6, o*.8], thread)
            q = bez([sd*13.5, tp-4], [sd*14, tp-6], [sd*13.5, tp-9.], 10)
        else:
            q = np.array([[sd*(w-7.5), tp], [sd*(hip-.6), tp-16.]]); P.line('front', q, .24, None, -1.1, .60)
            for o in (.5, 1.): P.stitch('front', q-[sd*o, 0], thread)
    if jeans or s.get('fly'):
        q = np.vstack([[[3.6, -4]], bez([3.6, -14], [3.4, -19], [0, -20.5], 14)]); P.stitch('front', q, thread); P.stitch('front', q-[.6, -.2], thread); P.seam('front', [[0, -4], [0, -21]], -.9, .66, .2); P.button('front', [0, -2], .85, s.get('buttons', '#b08a55'))
    if jeans:   # back: yoke, patch pockets
        P.seam('back', [[-hip, -8], [0, -12], [hip, -8]], -.8, .7); P.stitch('back', [[-hip, -8.6], [0, -12.6], [hip, -8.6]], thread)
        for sd in (-1, 1): pocket(P, 'back', dict(box=[sd*12.5, -15, 13.5, 14], point=1.6), thread)
        P.poly('back', [[6, -.4], [12.5, -.4], [12.5, -4.6], [6, -4.6]], '#a5713d', 1.2)
        # wash: faded thighs and knees
        m = Image.new('L', P.tone.size, 0); d = ImageDraw.Draw(m)
        for part in ('front', 'back'):
            for sd in (-1, 1):
                x = sd*(g['spread']*.45+7); q = P.px(part, [[x-5.2, -22], [x+5.2, -76]]); d.ellipse([q[0][0], q[0][1], q[1][0], q[1][1]], fill=120)
        m = m.filter(ImageFilter.GaussianBlur(P.k*3.2)); lt = Image.new('RGB', P.col.size, s.get('wash', '#9db3c9')); P.col.paste(lt, (0, 0), m); P.dc = ImageDraw.Draw(P.col)
    if s.get('knee'):        # parachute: knee panels
        for part in ('front', 'back'):
            for y in (-50, -64):
                for sd in (-1, 1): P.seam(part, [[sd*2, y], [sd*(hip+6), y+3]], -.9, .72, .2); P.stitch(part, [[sd*2, y-.6], [sd*(hip+6), y+2.4]], thread)
    if s.get('crease'):
        for sd in (-1, 1):
            q = bez([sd*11, -6], [sd*12, -50], [sd*g['spread'], -L], 40); P.line('front', q, .22, None, .9, 1.05); P.line('front', q-[.25, 0], .2, None, None, .90)
            for o in (0, 3.): P.line('front', [[sd*(9+o), -4.2], [sd*(9.6+o), -16]], .22, None, -.8, .74)
    for pk in s.get('pockets', []): pocket(P, 'front', pk, thread)
    if s.get('cord'):
        for sd, ln in ((-1, 14.), (1, 12.)):
            t = np.linspace(0, 1, 30)[:, None]; path = np.array([sd*2.2, -2.6])+np.hstack([sd*(.7*np.sin(t*3)), -ln*t]); P.line('front', path+[.28, -.22], .85, None, -.2, .62); P.line('front', path, .62, s['cord'], 2.4, 1.); P.line('front', [path[-1], path[-1]-[0, 1.3]], .66, '#3a3a3a', 2.2, 1.)
    if s.get('side_stripe'):
        for part in ('front', 'back'):
            sg = [p for p, l in g[part] if l == 'sewn' and abs(p[:, 0]).max() > hip-1][:]
            for p in sg:
                p = P.at.to_local(part, p); P.line(part, p-[np.sign(p[:, 0].mean())*2.2, 0], 1.8, s['side_stripe'], .2)

def dress_skirt(P, g, s, thread):
    w = g['waist']
    for part in ('front', 'back'):
        P.poly(part, [[-w-4, 3], [w+4, 3], [w+4, -4], [-w-4, -4]], None, .8); P.seam(part, [[-w-4, -4], [w+4, -4]], -.7, .74); P.stitch(part, [[-w-4, -3.5], [w+4, -3.5]], thread); P.stitch(part, [[-w-4, -.5], [w+4, -.5]], thread)
        for p, l in g[part]:
            if l == 'hem': P.stitch(part, P.at.to_local(part, p)+[0, 2.4], thread)
    if s.get('placket'):
        P.poly('front', [[-1.8, 2], [1.8, 2], [1.8, -g['length']-3], [-1.8, -g['length']-3]], None, .8); P.seam('front', [[1.8, 2], [1.8, -g['length']-3]], -.8, .7); P.stitch('front', [[1.4, 2], [1.4, -g['length']]], thread); P.stitch('front', [[-1.4, 2], [-1.4, -g['length']]], thread)
        for y in np.arange(-2, -g['length']+6, -8.5): P.button('front', [0, y], .75, s.get('buttons', '#b08a55'))
    for pk in s.get('pockets', []): pocket(P, 'front', pk, thread)
    if s.get('cord'): cords(P, s)

def cords(P, s):
    for sd, ln in ((-1, 14.), (1, 12.)):
        t = np.linspace(0, 1, 30)[:, None]; path = np.array([sd*2.2, -2.6])+np.hstack([sd*(.7*np.sin(t*3)), -ln*t]); P.line('front', path+[.28, -.22], .85, None, -.2, .62); P.line('front', path, .62, s['cord'], 2.4, 1.); P.line('front', [path[-1], path[-1]-[0, 1.3]], .66, '#3a3a3a', 2.2, 1.)

def dress_sock(P, g, s):
    for part in ('front', 'back'):
        sg = 1 if part == 'front' else -1
        P.poly(part, [[-9, 1], [9, 1], [9, -4.2], [-9, -4.2]], None, .5)
        for x in np.arange(-9, 9, .36): P.line(part, [[x, 1], [x, -4.2]], .13, None, 0, .90)
        P.seam(part, [[-9, -4.2], [9, -4.2]], -.5, .86)
        hc, tc = s.get('heel'), s.get('toe')
        if hc: P.poly(part, [[sg*x, y] for x, y in [(-8, -20.5), (-4.6, -21), (1.6, -24.5), (3.2, -32), (-8, -32)]], hc)
        if tc: P.poly(part, [[sg*x, y] for x, y in [(13.2, -20), (22, -20), (22, -34), (12.6, -34)]], tc)
        for k_, y in enumerate(s.get('bands', [])): P.line(part, [[-9, y], [9, y]], .9, s.get('band_col', '#14130f'))
    P.paste('front', [0, -11.6], 4.4, graphic('bars', s.get('mark', '#14130f'), c=s.get('mark4', '#ffc400')))

def dress_tote(P, g, s, thread):
    w, h = g['waist'], g['length']
    for part in ('front', 'back'):
        P.seam(part, [[-w-2, -3.4], [w+2, -3.4]], -.5, .85); P.stitch(part, [[-w-2, -3.2], [w+2, -3.2]], thread); P.stitch(part, [[-w-2, -.5], [w+2, -.5]], thread)
    for y in (-.95, .95): P.stitch('strap', [[-50, y], [50, y]], thread)
    for x in np.arange(-50, 50, .22): P.line('strap', [[x, -2], [x, 2]], .07, None, -.2, .96)
    if s.get('strap_fill'): P.poly('strap', [[-50, -2], [50, -2], [50, 2], [-50, 2]], s['strap_fill'])
    for sx in (-1, 1):
        q = np.array([[sx*7.2-1, -4.6], [sx*7.2+1, -4.6], [sx*7.2+1, -2.6], [sx*7.2-1, -2.6]])

def dress_cap(P, g, s, thread):
    for i in range(-3, 4):
        x = (i+.0)*np.pi/3*10.2; P.seam('front', [[x, -2], [x, 18]], -.7, .78, .16)
        for d in (-.5, .5): P.stitch('front', [[x+d, -2], [x+d, 16]], thread)
        c = np.array([x+np.pi/6*10.2, 10.6]); a = np.linspace(0, 2*np.pi, 24)[:, None]; P.poly('front', c+.5*np.hstack([np.cos(a), np.sin(a)]), None, .6, .9); P.poly('front', c+.2*np.hstack([np.cos(a), np.sin(a)]), '#141414', -.6)
    P.stitch('front', [[-34, 1.3], [34, 1.3]], thread)
    b = np.linspace(-1.28, 1.28, 60); x0 = np.sin(b)*9.55*1.05; L = 7.4*np.cos(b/1.28*np.pi/2)**.62
    if s.get('brim'): P.poly('back', [[-34, 2], [34, 2], [34, -12], [-34, -12]], s['brim'])
    for k in (.25, .42, .58, .74, .9): P.stitch('back', np.c_[x0, -1-k*L*1.06][6:-6], thread)
