/**
 * The user interface that all pages share: messages in each language, page frame, forms,
 * charts and the lines of lists.
 */
@NullMarked
package org.gridtorrent.ccm.ui;

import org.jspecify.annotations.NullMarked;
