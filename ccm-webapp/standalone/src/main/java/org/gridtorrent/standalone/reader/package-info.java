/** The site's own reader: single files of data sets, fetched from the machines that hold them. */
@NullMarked
package org.gridtorrent.standalone.reader;

import org.jspecify.annotations.NullMarked;
