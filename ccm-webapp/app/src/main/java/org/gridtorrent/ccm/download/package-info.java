/** Single files of data sets over HTTP, for browsers and programs. */
@NullMarked
package org.gridtorrent.ccm.download;

import org.jspecify.annotations.NullMarked;
