/**
 * Report of kept results: an HTML page, a JSON file, and what changed since an older report.
 *
 * <p>{@code Report} loads {@code ReportSection}s; {@code ReportPage} and {@code SectionHtml} write them as
 * {@code Html}, {@code ReportJson} as JSON. {@code Verdict} and {@code PeerScore} judge rows, {@code
 * PublishedFigure} sets the papers' numbers beside them, {@code ReportDiff} compares reports.
 */
@NullMarked
package org.gridtorrent.bench.report;

import org.jspecify.annotations.NullMarked;
