"""What is drawn on the cloth, in cm on the garment's pattern: ground colour, all-over patterns, ribs, seams, stitches, pockets, buttons, graphics.
Three layers share one atlas: col (sRGB), hgt (relief, 0.02 mm per step around 128), tone (200 = 1)."""
import os, math, numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageFilter, ImageChops
FONTS = os.environ.get('FONT_DIR', 'fonts')
def bez(a, b, c, n=24):
    t = np.linspace(0, 1, n)[:, None]; a, b, c = map(np.asarray, (a, b, c)); return (1-t)**2*a+2*t*(1-t)*b+t*t*c

class Paint:
    def __init__(self, at, style):
        self.at = at; self.k = at.ppc; self.style = style; s = (at.W, at.H)
        self.col = Image.new('RGB', s, style['color']); self.hgt = Image.new('L', s, 128); self.tone = Image.new('L', s, 200)
        self.dc, self.dh, self.dt = (ImageDraw.Draw(i) for i in (self.col, self.hgt, self.tone)); self.text_back = []
    def px(self, part, pts): return [tuple(p) for p in self.at.px(part, np.atleast_2d(pts))]
    def has(self, part): return part in self.at.parts
    def poly(self, part, pts, fill=None, mm=None, tone=None):
        q = self.px(part, pts)
        if fill: self.dc.polygon(q, fill=fill)
        if mm is not None: self.dh.polygon(q, fill=int(128+mm*50))
        if tone is not None: self.dt.polygon(q, fill=int(200*tone))
    def line(self, part, pts, w, fill=None, mm=None, tone=None):
        q = self.px(part, pts); w = max(1, round(w*self.k))
        if fill: self.dc.line(q, fill=fill, width=w, joint='curve')
        if mm is not None: self.dh.line(q, fill=int(128+mm*50), width=w, joint='curve')
        if tone is not None: self.dt.line(q, fill=int(200*tone), width=w, joint='curve')
    def along(self, pts, step):
        p = np.asarray(pts, float); d = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]; t = np.arange(0, d[-1], step)
        return np.c_[np.interp(t, d, p[:, 0]), np.interp(t, d, p[:, 1])]
    def stitch(self, part, pts, fill=None, step=.36, gap=.13, tone=.86, w=.07):
        p = self.along(pts, step); 
        for a, b in zip(p[:-1], p[1:]): self.line(part, [a, b+(a-b)*(gap/step)], w, fill, -.5, None if fill else tone)
    def seam(self, part, pts, mm=-.9, tone=.80, w=.16): self.line(part, pts, w, None, mm, tone)
    def offset(self, pts, d):
        p = np.asarray(pts, float); t = np.gradient(p, axis=0); t /= np.linalg.norm(t, axis=1)[:, None]+1e-9; return p+np.c_[-t[:, 1], t[:, 0]]*d
    def rib(self, part, pts, width, pitch=.34, fill=None, mm=.55):
        """ribbed band of a given width to the left (+) of the path"""
        p = self.along(pts, .12); q = self.offset(p, width); self.poly(part, np.vstack([p, q[::-1]]), fill, mm)
        n = self.along(p, pitch); o = self.offset(n, width)
        for a, b in zip(n, o): self.line(part, [a, b], .13, None, .05, .90)
        self.seam(part, q, -.6, .78, .14)
    def button(self, part, c, r=.55, fill='#ddd8cc'):
        a = np.linspace(0, 2*np.pi, 28)[:, None]; ring = lambda k: np.asarray(c)+r*k*np.hstack([np.cos(a), np.sin(a)])
        self.poly(part, ring(1.22), None, -.5, .62); self.poly(part, ring(1), fill, 1.6, 1.); self.poly(part, ring(.66), None, 1.0, .93)
        for x, y in ((-.2, -.2), (.2, -.2), (-.2, .2), (.2, .2)): self.poly(part, np.asarray(c)+r*.12*np.hstack([np.cos(a), np.sin(a)])+[x*r, y*r], None, .2, .5)
    def paste(self, part, centre, width, img, ink=1., relief=0, opacity=1., shadow=0., stitch=False):
        """an RGBA picture printed on the cloth, width in cm, at its centre"""
        w = int(width*self.k); im = img.resize((w, int(img.height*w/img.width)), Image.LANCZOS); c = self.px(part, [centre])[0]; o = (int(c[0]-im.width/2), int(c[1]-im.height/2))
        al = im.getchannel('A').point(lambda v: int(v*opacity)); self.col.paste(im.convert('RGB'), o, al)
        if shadow:     # thread-work throws a little shadow: it must read on white as well
            o_ = max(1, self.k//10); wide = al.filter(ImageFilter.MaxFilter(5)); sh = Image.new('L', im.size, 0); sh.paste(wide, (o_, o_)); sh = ImageChops.subtract(ImageChops.lighter(sh, wide.point(lambda v: v//2)), al).point(lambda v: int(v*shadow)); self.tone.paste(112, o, sh)
        if stitch:     # satin stitch: fine slanted threads
            y, x = np.mgrid[:im.height, :im.width]; self.tone.paste(Image.fromarray((200*(.90+.10*np.sin((x+y*.45)*2*np.pi/4.2))).astype(np.uint8)), o, al)
        if relief: self.hgt.paste(128+int(relief*50), o, al)
    def result(self):
        h = self.hgt.filter(ImageFilter.GaussianBlur(.9)); hb = np.asarray(self.hgt.filter(ImageFilter.GaussianBlur(self.k*.28)), np.float32); H = np.asarray(h, np.float32)
        cav = np.exp(-np.maximum(0, hb-H)*.012)         # light lost beside a raised edge
        return np.asarray(self.col), (H-128)*.02, np.asarray(self.tone.filter(ImageFilter.GaussianBlur(.6)), np.float32)/200*cav

def shade(c, k):
    c = c.lstrip('#'); v = [int(c[i:i+2], 16) for i in (0, 2, 4)]
    return '#%02x%02x%02x' % tuple(int(max(0, min(255, (x*k if k <= 1 else x+(255-x)*(k-1))))) for x in v)

# ---------- all-over patterns: a function of part-local cm -> drawn straight on the colour layer
def pattern(P, kind, cols, scale=1.):
    at = P.at; arr = np.asarray(P.col).copy(); rgb = lambda c: np.array([int(c.lstrip('#')[i:i+2], 16) for i in (0, 2, 4)], np.float32)
    for nme, p in at.parts.items():
        x0, x1 = int(p['x0']*at.ppc), int((p['x0']+p['umax']-p['umin'])*at.ppc); h = int(p['h']*at.ppc)
        u = (p['umin']+np.arange(x1-x0)/at.ppc)[None]/scale; v = (p['vmax']-np.arange(h)/at.ppc)[:, None]/scale
        reg = arr[:h, x0:x1].astype(np.float32)
        def mix(mask, c, k=1.): 
            nonlocal reg; mk = (np.broadcast_to(mask, reg.shape[:2])*k)[..., None]; reg = reg*(1-mk)+rgb(c)*mk
        if kind == 'stripe': mix((np.mod(v, 5) < 2.4), cols[0])
        elif kind == 'pinstripe': mix((np.mod(u, 1.6) < .16), cols[0], .85)
        elif kind == 'vstripe': mix((np.mod(u, 6) < 2.6), cols[0]); mix((np.mod(u+1.9, 6) < .4), cols[-1])
        elif kind == 'colorblock': mix(v > -26, cols[0])
        elif kind == 'band': mix((v < -10) & (v > -27), cols[0]) if nme in ('front', 'back') else mix((v < -6) & (v > -23), cols[0])
        elif kind == 'check':
            a = np.mod(u, 8); b = np.mod(v, 8); f = lambda t: ((t < 3)*.55+((t > 4.6) & (t < 5.1))*.5)
            mix(f(a), cols[0]); mix(f(b), cols[0]); mix(((a > 6.4) & (a < 6.7)).astype(float), cols[-1], .8); mix(((b > 6.4) & (b < 6.7)).astype(float), cols[-1], .8)
        elif kind == 'gingham': mix((np.mod(u, 2.4) < 1.2)*.5, cols[0]); mix((np.mod(v, 2.4) < 1.2)*.5, cols[0])
        elif kind == 'camo':
            r = np.random.default_rng(7); from scipy.ndimage import gaussian_filter as gfl, zoom
            for c in cols:
                n = zoom(gfl(r.normal(size=(h//8+2, (x1-x0)//8+2)), 4.5*scale), 8, order=1)[:h, :x1-x0]; mix((n > n.std()*.55), c)
        elif kind == 'tiedye':
            r = np.hypot(np.broadcast_to(u, (h, x1-x0))-6, np.broadcast_to(v, (h, x1-x0))+30); th = np.arctan2(v+30, u-6)
            s = .5+.5*np.sin(r*.42+th*3+1.2*np.sin(r*.13)+.5*np.sin(th*11+r*.3)); mix(s**1.6, cols[0], .9); mix((.5+.5*np.sin(r*.2-th*2))**4, cols[-1], .7)
        elif kind == 'window':    # a carriage side: two lines, a row of windows with grilles, two lines
            b = v*scale+np.zeros_like(u); hz = 33.; mix(((np.abs(b+hz-9.4) < .7) | (np.abs(b+hz+9.4) < .7)), cols[0]); mix(((np.abs(b+hz-7.4) < .45) | (np.abs(b+hz+7.4) < .45)), cols[-1])
            if nme in ('front', 'back'):
                uu = np.mod(u*scale+4.3, 8.6)-4.3; win = (np.maximum(np.abs(uu)-2.2, 0)**2+np.maximum(np.abs(b+hz)-3.9, 0)**2) < .75**2; win &= np.abs(u*scale) < 30; mix(win, cols[0]); mix(win & (np.mod(b+hz+.25, 1.7) < .42), P.style['color'])
            else: mix((np.abs(b+hz-20) < .7), cols[0])
        elif kind == 'panel': mix(v < -scale_v(P, .62), cols[0])
        elif kind == 'monsoon':   # a rail map in the rain: contour lines, three lines with stations, slanting drops
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); f = np.sin(X_*.16+.8*np.sin(Y_*.09))+np.sin(Y_*.13+.9*np.sin(X_*.11+1))+.5*np.sin((X_+Y_)*.21); c_ = np.abs(np.mod(f*2.2, 1)-.5)
            mix(np.clip(1-c_/.055, 0, 1), cols[0], .75); mix(((np.mod(X_+Y_*.32, 3.2) < .16) & (np.mod(Y_*1.0+np.floor((X_+Y_*.32)/3.2)*2.7, 5.1) < 1.5)), cols[0], .55)
            for k_, (a_, q_) in enumerate(((.5, 0), (-.33, 9))):
                l = Y_-a_*X_*1.6+4*np.sin(X_*.12+q_)+20+q_*2; l = np.mod(l+17, 34)-17; mix(np.clip((.42-np.abs(l))/.12, 0, 1), cols[-1]); st = np.hypot(l, np.mod(X_+3*k_, 7.5)-3.75); mix(np.clip((.95-st)/.1, 0, 1), cols[-1]); mix(np.clip((.5-st)/.1, 0, 1), P.style['color'])
        elif kind == 'bandhani':  # tied dots: rings set in diamonds
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); s_ = 1.55; gx, gy = np.mod(X_, s_)-s_/2, np.mod(Y_, s_)-s_/2; ix, iy = np.floor(X_/s_), np.floor(Y_/s_); r_ = np.maximum(np.abs(gx+.06*np.sin(ix*7+iy*3)), np.abs(gy+.06*np.cos(ix*5+iy)))*.5+np.hypot(gx, gy)*.5
            m_ = np.mod(np.abs(np.mod(ix, 10)-5)+np.abs(np.mod(iy, 10)-5), 10); on = (m_ == 4) | (m_ == 5) | (m_ == 0) | (m_ == 1) | (m_ == 8); dot = np.clip((.40-r_)/.08, 0, 1)*np.clip((r_-.13)/.06, 0, 1); mix(dot*on, cols[0])
            dot2 = np.clip((.30-r_)/.08, 0, 1)*np.clip((r_-.10)/.06, 0, 1); mix(dot2*(~on)*(m_ == 9), cols[-1])
        elif kind == 'ajrakh':    # eight-pointed stars and roundels in a square grid, resist-white outlines
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); s_ = 7.6; gx, gy = np.mod(X_+s_/2, s_)-s_/2, np.mod(Y_, s_)-s_/2; r_ = np.hypot(gx, gy); th = np.arctan2(gy, gx)
            star = np.minimum(np.maximum(np.abs(gx), np.abs(gy)), (np.abs(gx)+np.abs(gy))/1.4142)
            ed = lambda f_, w_=.1: np.clip(f_/w_, 0, 1)
            mix(ed(2.75-star), cols[2]); mix(ed(2.6-star), cols[1]); mix(ed(1.95-r_), cols[2]); mix(ed(1.8-r_), P.style['color']); mix(ed((1.25+.28*np.cos(8*th))-r_), cols[2]); mix(ed(.55-r_), cols[1]); mix(ed(.22-r_), cols[2])
            cx, cy = np.mod(X_, s_)-s_/2, np.mod(Y_+s_/2, s_)-s_/2; rc = np.hypot(cx, cy); tc = np.arctan2(cy, cx); mix(ed((1.15+.35*np.cos(4*tc))-rc), cols[2]); mix(ed((.9+.3*np.cos(4*tc))-rc), cols[0]); mix(ed(.35-rc), cols[2])
            e_ = np.minimum(np.abs(np.abs(gx)-s_/2), np.abs(np.abs(gy)-s_/2)); dd = np.mod(np.where(np.abs(np.abs(gx)-s_/2) < np.abs(np.abs(gy)-s_/2), Y_, X_), .76)-.38; mix(ed(.17-np.hypot(e_, dd)), cols[2])
        elif kind == 'phulkari':  # darning-stitch diamonds in bright silk, densest at the hem
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); s_ = 8.; gx, gy = np.mod(X_+s_/2, s_)-s_/2, np.mod(Y_, s_)-s_/2; q_ = np.abs(gx)+np.abs(gy)
            hor = np.abs(gx) > np.abs(gy); thr = np.where(hor, np.mod(Y_*3.4, 1) < .80, np.mod(X_*3.4, 1) < .80); dens = (Y_ < P.style.get('phul_from', -34)) if nme in ('front', 'back') else True
            for lo, hi_, ci in ((2.6, 3.55, 0), (1.5, 2.35, 1), (0, 1.2, 2)): mix(((q_ > lo) & (q_ < hi_) & thr & dens), cols[ci])
            tx, ty = np.mod(X_, s_)-s_/2, np.mod(Y_+s_/2, s_)-s_/2; mix(((np.abs(tx)+np.abs(ty) < 1.0) & (np.mod(X_*3.4, 1) < .8) & dens), cols[1])
            if nme in ('front', 'back'):
                f0 = P.style.get('phul_from', -34); mix((np.abs(Y_-f0-1.2) < .5) & (np.mod(X_*1.2, 1) < .7), cols[1]); mix((np.abs(Y_-f0-2.6) < .35) & (np.mod(X_*1.2+.5, 1) < .7), cols[0])
                sp = (np.hypot(np.mod(X_+(np.floor(Y_/9) % 2)*4.5, 9)-4.5, np.mod(Y_, 9)-4.5)); a4 = np.arctan2(np.mod(Y_, 9)-4.5, np.mod(X_+(np.floor(Y_/9) % 2)*4.5, 9)-4.5); mix(((sp < .62+.28*np.cos(4*a4)) & ~dens), cols[0])
        elif kind == 'scarf':     # a silk square: nested frames on the diagonal, chains of dots, the bars in the middle
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); q_ = np.abs(X_)+np.abs(Y_+38)
            for lo, hi_, ci in ((30, 34, 0), (26.5, 27.6, 1), (20, 22, 0), (12.6, 13.4, 1), (40, 41.2, 1), (46, 51, 0), (56, 57, 1)): mix((q_ > lo) & (q_ < hi_), cols[ci])
            da, db = (X_+Y_+38), (X_-Y_-38)
            for r0 in (24.2, 37.2, 43.5):
                t_ = np.where(X_*(Y_+38) >= 0, db, da); mix((np.hypot(q_-r0, np.mod(t_, 3.2)-1.6) < .85), cols[1]); mix((np.hypot(q_-r0, np.mod(t_, 3.2)-1.6) < .42), P.style['color'])
            for i_ in range(4): mix((np.abs(X_-(i_-1.5)*2.6) < .8) & (Y_+38 < (3.4 if i_ < 3 else .4)) & (Y_+38 > -4) & (nme == 'front' or nme == 'back'), cols[1] if i_ < 3 else '#ffc400')
            r_ = np.hypot(X_, Y_+38); an = np.arctan2(Y_+38, X_); mix((np.abs(q_-17) < 2.4) & (np.mod(an*9, 1) < .5), cols[0], .9)
        elif kind == 'dabba':     # jacquard: rows of tiffin tins
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); g_ = .5; X_, Y_ = np.floor(X_/g_)*g_+g_/2, np.floor(Y_/g_)*g_+g_/2; gx, gy = np.mod(X_+4, 8)-4, np.mod(Y_+(np.floor((X_+4)/8) % 2)*5, 10)-5
            tin = (np.abs(gx) < 2.2) & (np.abs(gy) < 3.2) & (np.mod(gy+3.2, 1.6) > .5); mix(tin, cols[0]); mix((np.abs(gx) < 2.2) & (gy < -1.6) & (gy > -3.2) & (np.mod(gy+3.2, 1.6) > .5), cols[1]); mix(((np.abs(gx) > 1.2) & (np.abs(gx) < 2.) | (np.abs(gx) < 2.) & (gy > 4.)) & (gy > 3.2) & (gy < 4.6), cols[0])
        elif kind == 'crosshatch': mix((np.mod(u, 3.2) < .22) | (np.mod(v, 3.2) < .22), cols[0], .8)
        elif kind == 'stumps':    # four sticks, the fourth short, and a ball
            X_, Y_ = np.broadcast_to(u, (h, x1-x0)), np.broadcast_to(v, (h, x1-x0)); gx, gy = np.mod(X_+(np.floor(Y_/8.5) % 2)*5+4, 10)-4, np.mod(Y_, 8.5)-4.2
            for i_ in range(4): mix((np.abs(gx-(i_-1.5)*.95) < .26) & (gy > -1.9) & (gy < (1.9 if i_ < 3 else .5)), cols[0] if i_ < 3 else cols[1])
            mix((np.hypot(gx-3.2, gy-1.2) < .6), cols[1])
        elif kind == 'block':     # hand-block butis in half-drop repeat, slightly misregistered
            arr[:h, x0:x1] = reg.astype(np.uint8); im = Image.fromarray(arr[:h, x0:x1]); d = ImageDraw.Draw(im); k = at.ppc*scale; r = np.random.default_rng(11); st = 6.2
            for i in range(-2, int((x1-x0)/k/st)+3):
                for j in range(-2, int(h/k/st)+3):
                    cx, cy = (i*st+r.normal(0, .08))*k, ((j+.5*(i % 2))*st+r.normal(0, .08))*k; buti(d, cx, cy, k*.98, cols)
            reg = np.asarray(im).astype(np.float32)
        arr[:h, x0:x1] = np.clip(reg, 0, 255).astype(np.uint8)
    P.col.paste(Image.fromarray(arr)); P.dc = ImageDraw.Draw(P.col)

def scale_v(P, f): return P.at.g['length']*f

def buti(d, cx, cy, k, cols):
    def petal(ang, r0, r1, w, c):
        a = np.array([math.cos(ang), math.sin(ang)]); n = np.array([-a[1], a[0]]); t = np.linspace(0, 1, 14)
        prof = np.sin(np.pi*t)**.8*w; pts = np.vstack([np.c_[(r0+(r1-r0)*t)]*a+prof[:, None]*n, (np.c_[(r0+(r1-r0)*t)]*a-prof[:, None]*n)[::-1]])
        d.polygon([(cx+x*k, cy+y*k) for x, y in pts], fill=c)
    for i in range(7): petal(-math.pi/2+(i-3)*.42, .35, 1.75-.12*abs(i-3), .26, cols[0])
    petal(math.pi/2, .1, 2.1, .07, cols[-1]); petal(math.pi/2+.75, .5, 1.5, .22, cols[-1]); petal(math.pi/2-.75, .5, 1.5, .22, cols[-1])
    d.ellipse([cx-.33*k, cy-.33*k, cx+.33*k, cy+.33*k], fill=cols[-1])

def chikan(w, h, seed=1, ink=(255, 255, 255), k=24):
    """white thread-work panel: scrolling stems, paisleys, shadow-work leaves and eyelets (jaali).  RGBA"""
    im = Image.new('RGBA', (int(w*k), int(h*k)), ink+(0,)); d = ImageDraw.Draw(im); c = w/2
    def leaf(x, y, ang, L, W, a=235):
        t = np.linspace(0, 1, 12); pr = np.sin(np.pi*t)**.7*W; A_ = np.array([math.cos(ang), math.sin(ang)]); N = np.array([-A_[1], A_[0]])
        pts = np.vstack([np.outer(t*L, A_)+pr[:, None]*N, (np.outer(t*L, A_)-pr[:, None]*N)[::-1]])+[x, y]
        q = [tuple(p*k) for p in pts]; d.polygon(q, fill=ink+(110,)); d.line(q+[q[0]], fill=ink+(a,), width=max(2, int(.09*k)))
        for s in np.linspace(.2, .8, 5): p = np.array([x, y])+A_*L*s; pw = np.sin(np.pi*s)*W*.7; d.line([tuple((p+N*pw)*k), tuple((p-N*pw)*k)], fill=ink+(200,), width=max(1, int(.05*k)))
    def flower(x, y, r):
        for i in range(8): leaf(x, y, i*math.pi/4, r, r*.26)
        d.ellipse([(x-r*.2)*k, (y-r*.2)*k, (x+r*.2)*k, (y+r*.2)*k], fill=ink+(255,))
    for s in (-1, 1):
        pts = [(c+s*(w*.26+w*.10*math.sin(y*.55)), y) for y in np.arange(1, h-1, .15)]
        d.line([(x*k, y*k) for x, y in pts], fill=ink+(235,), width=max(2, int(.10*k)))
        for i, (x, y) in enumerate(pts):
            if i % 11 == 5: sg = 1 if (i//11) % 2 else -1; leaf(x, y, math.pi/2*(1-sg*s*.62), 1.25, .30)
            if i % 33 == 16: flower(x-s*w*.17, y, .85)
    y = 2.
    while y < h-2:
        flower(c, y, 1.05)
        for i in range(6): a = i*math.pi/3+.5; d.ellipse([(c+1.55*math.cos(a)-.10)*k, (y+1.55*math.sin(a)-.10)*k, (c+1.55*math.cos(a)+.10)*k, (y+1.55*math.sin(a)+.10)*k], fill=ink+(240,))
        y += 4.2
    for s in (-1, 1): d.line([((c+s*(w/2-.25))*k, .5*k), ((c+s*(w/2-.25))*k, (h-.5)*k)], fill=ink+(225,), width=max(2, int(.12*k)))
    return im

# ---------- graphics (RGBA, 1000 px wide).  a, b, c: inks
N_ = 'node_modules/@fontsource'
FN = dict(black=N_+'/archivo-black/files/archivo-black-latin-400-normal.woff', bold=N_+'/archivo/files/archivo-latin-700-normal.woff', anton=N_+'/anton/files/anton-latin-400-normal.woff',
          wide=N_+'-variable/archivo/files/archivo-latin-standard-normal.woff2', deva=N_+'/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-800-normal.woff')
def fnt(name, px):
    f = ImageFont.truetype(os.path.join(FONTS, FN[name]), max(4, int(px)))
    if name == 'wide':
        try: f.set_variation_by_axes([{b'Weight': 850, b'Width': 125}.get(a['name'], a['default']) for a in f.get_variation_axes()])
        except Exception: pass
    return f

def bars(d, x, y, w, h, cols, gap=.36, short=.60):
    """the mark: four vertical bars, the fourth shorter, standing on one line"""
    bw = w/(4+3*gap)
    for i in range(4):
        t = y+(h*(1-short) if i == 3 else 0); x0 = x+i*bw*(1+gap); d.rounded_rectangle([x0, t, x0+bw, y+h], bw*.10, fill=cols[i])

def graphic(kind, a, b=None, txt=None, c=None):
    b = b or a; c = c or '#ffc400'; W = 1000; im = Image.new('RGBA', (W, 2600), (0, 0, 0, 0)); d = ImageDraw.Draw(im)
    def fit(t, f, width, y, fill, dr=d, x=None):
        s = 20
        while fnt(f, s).getlength(t) < width: s += 6
        ft = fnt(f, s); bb = dr.textbbox((0, 0), t, font=ft); dr.text(((W/2-(bb[0]+bb[2])/2) if x is None else x-bb[0], y-bb[1]), t, font=ft, fill=fill); return y+bb[3]-bb[1]
    def put(t, f, px, x, y, fill): d.text((x, y), t, font=fnt(f, px), fill=fill)
    if kind == 'bars': bars(d, 40, 20, 920, 800, [a, a, a, c])
    elif kind == 'brand': bars(d, 360, 20, 280, 250, [a, a, a, c]); fit('FOURTH SEAT', 'wide', 960, 330, a)
    elif kind == 'word': fit(txt or 'FOURTH SEAT', 'wide', 960, 20, a)
    elif kind == 'type':
        y = 20
        for k, t in enumerate((txt or 'FOURTH|SEAT').split('|')):
            y = fit(t, 'black', 900, y, b if t.startswith('~') else a)+34
    elif kind == 'khisko':
        y = fit('THODA', 'wide', 900, 20, a)+40; y = fit('KHISKO.', 'wide', 900, y, a)+56; bars(d, 50, y, 170, 150, [a, a, a, c]); fit('ROOM FOR ONE MORE', 'bold', 660, y+52, a, x=290)
    elif kind == 'fourbars':
        bars(d, 60, 20, 880, 820, [a, a, a, c]); fit('ROOM FOR ONE MORE', 'bold', 880, 900, a)
    elif kind == 'jersey4':
        fit('FOURTH SEAT', 'wide', 760, 20, b); s = 1150; ft = fnt('black', s); bb = d.textbbox((0, 0), '4', font=ft)
        for r, col in ((26, b), (0, a)): d.text((W/2-(bb[0]+bb[2])/2, 190-bb[1]), '4', font=ft, fill=col, stroke_width=r, stroke_fill=col)
    elif kind == 'threeplus':
        fit('3+1', 'wide', 900, 20, a); h = 480; bars(d, 60, 560, 880, 330, [a, a, a, c]); fit('THREE SIT. ONE SQUEEZES IN.', 'bold', 880, 950, a)
    elif kind == 'pride':
        cols = ['#e23b3b', '#f28a2a', '#ffc400', '#2fa35a', '#2f62d0', '#7a3fb0']; m = Image.new('L', im.size, 0); bars(ImageDraw.Draw(m), 60, 20, 880, 860, [255]*4); r = Image.new('RGBA', im.size, (0, 0, 0, 0)); dr = ImageDraw.Draw(r)
        for k, q in enumerate(cols): dr.rectangle([0, 20+k*860/6, W, 20+(k+1)*860/6+1], fill=q)
        im.paste(r, (0, 0), m); fit('EVERYONE GETS A SEAT', 'bold', 880, 940, a)
    elif kind == 'ladies':
        d.rounded_rectangle([40, 20, 960, 560], 60, outline=a, width=26); fit('LADIES', 'wide', 740, 100, a); fit('COMPARTMENT', 'wide', 740, 330, a); d.rectangle([130, 286, 870, 300], fill=b); fit('FIRST CLASS, ALWAYS', 'bold', 560, 470, b)
    elif kind == 'roomforher':
        y = 20
        ft = fnt('wide', 60); ft = fnt('wide', int(60*890/ft.getlength('ROOM')))
        for t in ('ROOM', 'FOR', 'HER'):
            bb = d.textbbox((0, 0), t, font=ft); d.text((40-bb[0], y-bb[1]), t, font=ft, fill=a); w_ = bb[2]-bb[0]
            if t == 'HER': bars(d, 40+w_+50, y, 890-w_-40, bb[3]-bb[1], [a, a, a, c])
            y += bb[3]-bb[1]+44
    elif kind == 'marine':
        for i in range(31):
            t = i/30; an = math.pi*(1.02+.96*t); x, y = 500+440*math.cos(an), 60-360*math.sin(an); r = 9+7*math.sin(math.pi*t); d.ellipse([x-r, y-r, x+r, y+r], fill=b if i % 5 else c)
        for i in range(4): d.line([(x, 520+i*44+14*math.sin(x/60+i)) for x in range(120, 881, 8)], fill=a, width=15, joint='curve')
        fit('MARINE DRIVE', 'wide', 860, 760, a)
    elif kind == 'kalaghoda':
        fit('KALA', 'wide', 700, 20, a, x=60); fit('GHODA', 'wide', 880, 230, a, x=60); bars(d, 800, 20, 150, 150, [a, a, a, c])
    elif kind == 'timetable':
        rows = [('SUN', 'SLOW', '09:12'), ('SUN', 'SLOWER', '10:40'), ('SUN', 'CHAI', '11:15'), ('SUN', 'NAP', '14:30')]
        fit('SUNDAY TIMETABLE', 'black', 900, 40, a); d.rectangle([40, 140, 960, 152], fill=a)
        for k, (p_, q, r) in enumerate(rows): y = 180+k*112; put(p_, 'bold', 84, 40, y, a); put(q, 'bold', 84, 290, y, a); put(r, 'bold', 84, 720, y, c if k == 3 else a)
        d.rectangle([40, 640, 960, 652], fill=a)
    elif kind == 'carshed':
        fit('CARSHED', 'wide', 900, 20, a); bars(d, 400, 200, 200, 170, [a, a, a, c]); d.rectangle([60, 280, 360, 292], fill=a); d.rectangle([640, 280, 940, 292], fill=a)
    elif kind == 'letter4':   # chenille patch
        ft = fnt('black', 900); bb = d.textbbox((0, 0), txt or '4', font=ft); o = (W/2-(bb[0]+bb[2])/2, 90-bb[1])
        for r, col in ((62, b), (34, c), (14, a)): d.text(o, txt or '4', font=ft, fill=col, stroke_width=r, stroke_fill=col)
    elif kind == 'dabba':
        x0, x1 = 270, 730; d.arc([300, 20, 700, 420], 180, 360, fill=a, width=30); d.rectangle([285, 200, 315, 980], fill=a); d.rectangle([685, 200, 715, 980], fill=a)
        d.rounded_rectangle([310, 190, 690, 250], 26, fill=a)
        for k in range(4): d.rounded_rectangle([x0, 262+k*178, x1, 262+k*178+160], 44, fill=c if k == 3 else b, outline=a, width=26)
        fit('DABBA', 'wide', 720, 1060, a)
    elif kind == 'shor': y = fit('जगह है', 'deva', 820, 40, a)+60; fit('JAGAH HAI. THERE IS ROOM.', 'bold', 860, y, b)
    elif kind == 'cricket':
        for i in range(3): d.rounded_rectangle([330+i*120, 120, 385+i*120, 820], 18, fill=a)
        d.rounded_rectangle([325, 86, 500, 116], 12, fill=a); d.rounded_rectangle([515, 86, 690, 116], 12, fill=a); d.rounded_rectangle([700, 420, 755, 820], 18, fill=c); d.ellipse([760, 120, 900, 260], fill=b); fit('GULLY CRICKET', 'wide', 880, 880, a)
    elif kind == 'sprig':     # embroidered spray for the silk bomber
        def leaf(x, y, ang, L, w, col):
            t = np.linspace(0, 1, 14); pr = np.sin(np.pi*t)**.8*w; A_ = np.array([math.cos(ang), math.sin(ang)]); Q = np.array([-A_[1], A_[0]]); q = np.vstack([np.outer(t*L, A_)+pr[:, None]*Q, (np.outer(t*L, A_)-pr[:, None]*Q)[::-1]])+[x, y]; d.polygon([tuple(p) for p in q], fill=col); d.line([tuple(p) for p in np.outer(t*L, A_)+[x, y]], fill=a, width=5)
        pts = [(500+170*math.sin(y/330.), y) for y in range(60, 1500, 10)]; d.line(pts, fill=a, width=18, joint='curve')
        for k, (x, y) in enumerate(pts[8::14]):
            sg = 1 if k % 2 else -1; leaf(x, y, math.pi/2-sg*1.05, 260, 52, b)
            fx, fy = x-sg*190, y+50
            if k % 2 == 0:
                d.line([(x, y), (fx, fy)], fill=a, width=10)
                for i in range(9): leaf(fx, fy, i*2*math.pi/9, 118, 30, c)
                d.ellipse([fx-32, fy-32, fx+32, fy+32], fill=a)
    bb = im.getbbox(); return im.crop(bb)

def jaal(w, h, ink=(255, 255, 255), k=20, cell=6.6):
    """white-work trellis over the whole cloth: ogee lattice, a flower in each cell, knots on the crossings.  RGBA"""
    im = Image.new('RGBA', (int(w*k), int(h*k)), ink+(0,)); d = ImageDraw.Draw(im); cw, ch = cell, cell*1.36
    for i in range(-1, int(w/cw)+2):
        for s in (0, .5):
            pts = [((i+s)*cw+(cw*.25)*math.sin(2*math.pi*(y/ch)+s*2*math.pi), y) for y in np.arange(0, h+.2, .2)]
            d.line([(x*k, y*k) for x, y in pts], fill=ink+(235,), width=max(2, int(.15*k)))
            for n, (x, y) in enumerate(pts):
                if n % 6 == 3:
                    sg = 1 if (n//6) % 2 else -1; a = .6*sg; q = [(x, y), (x+.55*sg, y-.22), (x+.85*sg, y-.62), (x+.35*sg, y-.42)]; d.polygon([(u*k, v*k) for u, v in q], fill=ink+(215,))
    for i in range(-1, int(w/cw)+2):
        for j in range(-1, int(h/ch)+2):
            for s in (0, .5):
                x, y = (i+.25+s)*cw, (j+.25+.5*(s > 0)+.25)*ch
                for m in range(8):
                    a = m*math.pi/4; q = [(x+math.cos(a)*.25, y+math.sin(a)*.25), (x+math.cos(a+.3)*.75, y+math.sin(a+.3)*.75), (x+math.cos(a)*1.1, y+math.sin(a)*1.1), (x+math.cos(a-.3)*.75, y+math.sin(a-.3)*.75)]; d.polygon([(u*k, v*k) for u, v in q], fill=ink+(225,))
                d.ellipse([(x-.2)*k, (y-.2)*k, (x+.2)*k, (y+.2)*k], fill=ink+(255,))
    return im
