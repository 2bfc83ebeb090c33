/**
 * Rules for how many copies of a content are kept: what they ask for is decided by {@code CopyPlan}, pure,
 * from {@code CopyFacts}, and done by {@code CopyReconciler} in one transaction.
 */
@NullMarked
package org.gridtorrent.catalog.copy;

import org.jspecify.annotations.NullMarked;
