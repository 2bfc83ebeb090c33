package org.gridtorrent.bench.report.figure;

import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.Paint;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.DefaultExtensionHandler;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGPaintDescriptor;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.report.figure.Chart.Curve;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Draws charts as SVG in the page's colours; the legend is the page's. */
public final class ChartRenderer {
    /** Number of colours of curves, before they repeat. */
    public static final int COLOURS = 6;
    /** The forms of curves' points, for the page's legend. */
    public static final List<String> MARKS = List.of("●", "■", "▲", "◆", "▼");

    private static final int WIDTH = 480;
    private static final int HEIGHT = 300;
    private static final int BARS_WIDTH = 640;
    private static final int BAR_HEIGHT = 30;
    private static final int BARS_MARGIN = 90;
    /** Colours of report.css, which a file has to bring itself. */
    private static final String FILE_COLOURS = """
            svg { --text: #17202b; --muted: #536071; --line: #b8c2cc; --curve-1: #0a5a78; }
            @media (prefers-color-scheme: dark) {
              svg { --text: #e4eaf0; --muted: #9dabb9; --line: #44525f; --curve-1: #6cc3de; }
            }
            """;
    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    private static final float[] DASHES = {6, 4};

    private ChartRenderer() {}

    /** Why nothing can be drawn on this machine: Java measures texts by the system's fonts. */
    public static Optional<String> missing() {
        return Tool.missing("fc-list", "fontconfig fonts-dejavu-core");
    }

    /** SVG of the chart, an element {@code svg}. */
    public static String svg(Chart figure) {
        SVGGraphics2D graphics = graphics();
        chart(figure).draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
        Element root = graphics.getRoot();
        root.setAttributeNS(null, "viewBox", "0 0 " + WIDTH + " " + HEIGHT);
        root.setAttributeNS(null, "role", "img");
        root.setAttributeNS(null, "aria-label", figure.title() + ": " + figure.y() + " over "
                + figure.x() + "; the figures are in the table");
        return written(graphics, root);
    }

    private static String written(SVGGraphics2D graphics, Element root) {
        StringWriter text = new StringWriter();
        try {
            graphics.stream(root, text, true, false);
        } catch (SVGGraphics2DIOException e) {
            throw new UncheckedIOException(e);
        }
        String written = text.toString();
        return written.substring(written.indexOf("<svg"));
    }

    /** A file's SVG of a bar chart, with colours of its own for light and dark pages. */
    public static String svgFile(BarChart figure) {
        int height = BARS_MARGIN + BAR_HEIGHT * figure.bars().size();
        SVGGraphics2D graphics = graphics();
        chart(figure).draw(graphics, new Rectangle2D.Double(0, 0, BARS_WIDTH, height));
        Element root = graphics.getRoot();
        root.setAttributeNS(null, "viewBox", "0 0 " + BARS_WIDTH + " " + height);
        root.setAttributeNS(null, "width", Integer.toString(BARS_WIDTH));
        root.setAttributeNS(null, "height", Integer.toString(height));
        Element style = root.getOwnerDocument().createElementNS(SVG, "style");
        style.setTextContent(FILE_COLOURS);
        root.insertBefore(style, root.getFirstChild());
        return written(graphics, root) + "\n";
    }

    private static SVGGraphics2D graphics() {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setComment("");
        context.setPrecision(2);
        context.setExtensionHandler(new DefaultExtensionHandler() {
            @Override
            public SVGPaintDescriptor handlePaint(Paint paint, SVGGeneratorContext generator) {
                return paint instanceof CssPaint theme
                        ? new SVGPaintDescriptor(theme.css(), "1")
                        : super.handlePaint(paint, generator);
            }
        });
        return new SVGGraphics2D(context, false);
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder()
                    .getDOMImplementation().createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("every JDK has a DOM", e);
        }
    }

    private static JFreeChart chart(Chart figure) {
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (int i = 0; i < figure.curves().size(); i++) {
            Curve curve = figure.curves().get(i);
            XYSeries series = new XYSeries(Integer.valueOf(i));
            curve.points().forEach(series::add);
            data.addSeries(series);
            renderer.setSeriesPaint(i, CssPaint.ofCurve(i));
            renderer.setSeriesShape(i, mark(i % MARKS.size()));
            renderer.setSeriesStroke(i, curve.peer()
                    ? new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                    : new BasicStroke(2.5f));
        }
        JFreeChart chart = ChartFactory.createXYLineChart(null, figure.x(), figure.y(), data);
        chart.setBackgroundPaint(null);
        chart.removeLegend();
        chart.setPadding(new RectangleInsets(4, 0, 0, 8));
        XYPlot plot = chart.getXYPlot();
        plot.setRenderer(renderer);
        plot.setBackgroundPaint(null);
        plot.setOutlinePaint(CssPaint.LINE);
        plot.setDomainGridlinePaint(CssPaint.LINE);
        plot.setRangeGridlinePaint(CssPaint.LINE);
        style((NumberAxis) plot.getDomainAxis());
        style((NumberAxis) plot.getRangeAxis());
        plot.getDomainAxis().setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        ((NumberAxis) plot.getRangeAxis()).setAutoRangeIncludesZero(true);
        return chart;
    }

    private static JFreeChart chart(BarChart figure) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        figure.bars().forEach(bar -> data.addValue(bar.value(), "", bar.name()));
        BarRenderer renderer = new BarRenderer() {
            @Override
            public Paint getItemPaint(int row, int column) {
                return figure.bars().get(column).own() ? CssPaint.ofCurve(0) : CssPaint.LINE;
            }
        };
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setDefaultItemLabelGenerator(
                new StandardCategoryItemLabelGenerator("{2}", figure.numbers()));
        renderer.setDefaultItemLabelsVisible(true);
        renderer.setDefaultPositiveItemLabelPosition(
                new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
        renderer.setDefaultItemLabelFont(FONT);
        renderer.setDefaultItemLabelPaint(CssPaint.TEXT);
        JFreeChart chart = ChartFactory.createBarChart(figure.title(), null, figure.metric().name()
                + ", " + figure.metric().unit() + ", " + figure.metric().better().describe(), data,
                PlotOrientation.HORIZONTAL, false, false, false);
        chart.setBackgroundPaint(null);
        chart.getTitle().setFont(FONT.deriveFont(Font.BOLD));
        chart.getTitle().setPaint(CssPaint.TEXT);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setRenderer(renderer);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setRangeGridlinePaint(CssPaint.LINE);
        CategoryAxis names = plot.getDomainAxis();
        names.setTickLabelFont(FONT);
        names.setTickLabelPaint(CssPaint.TEXT);
        names.setAxisLinePaint(CssPaint.LINE);
        names.setMaximumCategoryLabelWidthRatio(0.5f);
        NumberAxis values = (NumberAxis) plot.getRangeAxis();
        style(values);
        values.setUpperMargin(0.15);
        return chart;
    }

    private static void style(NumberAxis axis) {
        axis.setLabelFont(FONT);
        axis.setTickLabelFont(FONT);
        axis.setLabelPaint(CssPaint.TEXT);
        axis.setTickLabelPaint(CssPaint.MUTED);
        axis.setAxisLinePaint(CssPaint.LINE);
        axis.setTickMarkPaint(CssPaint.LINE);
    }

    private static Shape mark(int form) {
        return switch (form) {
            case 0 -> new Ellipse2D.Double(-4, -4, 8, 8);
            case 1 -> new Rectangle2D.Double(-3.5, -3.5, 7, 7);
            case 2 -> polygon(0, -4.5, 4.5, 3.5, -4.5, 3.5);
            case 3 -> polygon(0, -5, 5, 0, 0, 5, -5, 0);
            default -> polygon(0, 4.5, 4.5, -3.5, -4.5, -3.5);
        };
    }

    private static Shape polygon(double... coordinates) {
        Path2D path = new Path2D.Double();
        path.moveTo(coordinates[0], coordinates[1]);
        for (int i = 2; i < coordinates.length; i += 2) {
            path.lineTo(coordinates[i], coordinates[i + 1]);
        }
        path.closePath();
        return path;
    }
}
