"""Geometry alone, in grey: python3 preview.py MESH_DIR OUT.png WIDTH name:view ..."""
import sys, numpy as np
from PIL import Image
import passes, shell
mesh, out, W = sys.argv[1], sys.argv[2], int(sys.argv[3]); ims = []
for a in sys.argv[4:]:
    n, v = a.split(':'); X, T, UV, inner, g, cam = passes.assemble(mesh, n, v, 4, 5)
    b, m = shell.gbuffer(X, T, UV, inner, cam, W*2, W*5//2); nn = b[..., 2:5]; nn = nn/(np.linalg.norm(nn, axis=2)[..., None]+1e-6)
    l = np.clip(nn@(np.array([-.6, .5, .62])/1.0), 0, 1)*.75+.2; l = np.where(b[..., 5] > .5, l*.5, l); l[~m] = .93
    ims.append(Image.fromarray((np.clip(l, 0, 1)*255).astype(np.uint8)).resize((W, W*5//4), Image.LANCZOS))
o = Image.new('L', (W*len(ims), W*5//4)); [o.paste(i, (k*W, 0)) for k, i in enumerate(ims)]; o.save(out)
