/** What is made of kept results: a page, one JSON file of everything, and what changed since an older one. */
@NullMarked
package org.gridtorrent.bench.report;

import org.jspecify.annotations.NullMarked;
