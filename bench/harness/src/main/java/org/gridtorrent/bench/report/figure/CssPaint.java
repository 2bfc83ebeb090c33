package org.gridtorrent.bench.report.figure;

import java.awt.Color;
import java.awt.Paint;
import java.awt.PaintContext;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.ColorModel;
import org.jspecify.annotations.Nullable;

/** Colour of the page's style sheet by its name, so that a chart follows light and dark. */
record CssPaint(String token) implements Paint {
    static final CssPaint TEXT = new CssPaint("--text");
    static final CssPaint MUTED = new CssPaint("--muted");
    static final CssPaint LINE = new CssPaint("--line");

    /** Colour of a curve, counted from 0. */
    static CssPaint ofCurve(int number) {
        return new CssPaint("--curve-" + (number % ChartRenderer.COLOURS + 1));
    }

    String css() {
        return "var(" + token + ")";
    }

    /** Black; never called where SVG is written. */
    @Override
    public PaintContext createContext(@Nullable ColorModel model, @Nullable Rectangle device,
            @Nullable Rectangle2D user, @Nullable AffineTransform transform,
            @Nullable RenderingHints hints) {
        return Color.BLACK.createContext(model, device, user, transform, hints);
    }

    @Override
    public int getTransparency() {
        return OPAQUE;
    }
}
